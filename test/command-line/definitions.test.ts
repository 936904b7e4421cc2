/** The commands as they are declared, beside the OpenAPI document of the gateway that they talk to. */
import { join } from 'node:path'
import type { NextRoute } from '@patchbay/core/next-step'
import { describe, expect, test } from 'vitest'
import { type CommandStep, stepCommands, stepLines } from '../../cli/api/next-step.ts'
import { type Command, listArgs, listCommands } from '../../cli/program/command.ts'
import { commandHelp, usageLine } from '../../cli/program/help.ts'
import { toParameterName } from '../../cli/program/route-options.ts'
import { adminOperations, operationsFile } from '../../codegen/client/admin-operations.ts'
import { commands } from '../../server/commands/index.ts'
import { stepTexts } from '../../server/http/next-step.ts'
import { loadRegistry } from '../../server/registry.ts'

// It makes the document, if that is missing.
await loadRegistry()
const document = await Bun.file(new URL('../../server/generated/openapi.json', import.meta.url)).json()

test('what the commands repeat of the document is that of this gateway: else `bun run codegen` renews it', async () => {
  const root = join(import.meta.dirname, '../..')
  expect(await Bun.file(join(root, operationsFile)).text()).toBe(await adminOperations(root))
})

const all: readonly (readonly [string, Command])[] = Object.entries(commands).flatMap(([name, node]) =>
  listCommands(name, node),
)

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: unknown
}

const operationOf = (route: string): Operation | undefined => {
  const [method = '', path = ''] = route.split(' ')
  const paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = document.paths
  return paths[path]?.[method.toLowerCase()]
}

test.each(Object.entries(stepCommands))('the step %s is a command that exists, or else the route', (name, command) => {
  const { line } = stepTexts[name as NextRoute]
  const request = command.replaceAll(/\{\?\w+\}/g, '')
  if (!command.startsWith('patchbay ')) return expect(request).toBe(line)
  const [, group, word, ...rest] = request.split(' ')
  const found = all.find(([words]) => words === `${group} ${word}`)?.[1]
  const args = found ? listArgs(found) : {}
  const positional = Object.keys(args).filter((each) => args[each]?.type === 'positional')
  expect(rest.filter((each) => each.startsWith('{'))).toEqual(positional.map((each) => `{${each}}`))
  for (const option of command.matchAll(/--(\w+)|\{\?(\w+)\}/g))
    expect(args).toHaveProperty(option[1] ?? option[2] ?? '')
})

test('a step with what no shell should read is shown without it, and an unknown one not at all', () => {
  const params = { tenant: '$(reboot)', provider: 'hubspot', account: 'a b' }
  const unknown = { route: 'put_moon', params: {} } as unknown as CommandStep
  expect(stepLines({ ...unknown, or: { route: 'put_token', params } })).toEqual([
    'next: patchbay accounts store <tenant> hubspot <account>',
  ])
})

test('storing a credential says that this does not try it', () => {
  const store = all.find(([words]) => words === 'accounts store')?.[1]
  expect(store?.description).toContain('stored without being tried')
})

describe.each(all)('patchbay %s', (words, command) => {
  test('stands for a route that exists, and its query parameters are declared', () => {
    if (command.route === undefined) return
    const operation = operationOf(command.route)
    expect(operation, command.route).toBeDefined()
    const declared = operation?.parameters?.filter((each) => each.in === 'query').map(({ name }) => name) ?? []
    if (operation?.requestBody !== undefined || declared.length === 0) return
    const own = ['json', 'wide', 'by', 'to', 'unknown', 'url', 'key-file']
    const options = Object.keys(listArgs(command)).filter((name) => listArgs(command)[name]?.type !== 'positional')
    for (const option of options) if (!own.includes(option)) expect(declared).toContain(toParameterName(option))
  })

  test('shows the options that it requires in the line that calls it', () => {
    for (const [name, arg] of Object.entries(listArgs(command)))
      if (arg.type !== 'positional')
        expect(usageLine(words, listArgs(command)).includes(` --${name} `)).toBe(arg.required === true)
  })

  test('explains itself: every argument, with an example of this very command', () => {
    const help = commandHelp(words, command)
    const inOneLine = help.replaceAll(/\s+/g, ' ')
    for (const [name, { description }] of Object.entries(listArgs(command))) {
      expect(description, name).toMatch(/^.{3,}/)
      expect(inOneLine).toContain(description ?? '')
    }
    expect(command.examples.length).toBeGreaterThan(0)
    for (const example of command.examples) expect(example).toContain(`patchbay ${words}`)
    for (const width of [80, 200])
      for (const line of commandHelp(words, command, width).split('\n'))
        if (/\S \S/.test(line.replace(/^ +(--)?/, '')))
          expect(line.length, line).toBeLessThanOrEqual(Math.min(width, 100))
  })
})
