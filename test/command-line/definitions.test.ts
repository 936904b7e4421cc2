/** The commands as they are declared, beside the OpenAPI document of the gateway that they talk to. */
import { describe, expect, test } from 'vitest'
import { argsOf, type Command, isGroup } from '../../server/command-line/command.ts'
import { commands } from '../../server/command-line/commands/index.ts'
import { commandHelp } from '../../server/command-line/help.ts'
import { parameterOf } from '../../server/command-line/route-command.ts'
import { loadRegistry } from '../../server/registry.ts'

// It makes the document, if that is missing.
await loadRegistry()
const document = await Bun.file(new URL('../../server/generated/openapi.json', import.meta.url)).json()

const all: readonly (readonly [string, Command])[] = Object.entries(commands).flatMap(([name, node]) =>
  isGroup(node)
    ? Object.entries(node.commands).map(([word, command]) => [`${name} ${word}`, command] as const)
    : [[name, node] as const],
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

describe.each(all)('patchbay %s', (words, command) => {
  test('stands for a route that exists, and its query parameters are declared', () => {
    if (command.route === undefined) return
    const operation = operationOf(command.route)
    expect(operation, command.route).toBeDefined()
    const declared = operation?.parameters?.filter((each) => each.in === 'query').map(({ name }) => name) ?? []
    if (operation?.requestBody !== undefined || declared.length === 0) return
    const own = ['json', 'by', 'to', 'url', 'key-file']
    const options = Object.keys(argsOf(command)).filter((name) => argsOf(command)[name]?.type !== 'positional')
    for (const option of options) if (!own.includes(option)) expect(declared).toContain(parameterOf(option))
  })

  test('explains itself: every argument, with an example of this very command', () => {
    const help = commandHelp(words, command)
    for (const [name, { description }] of Object.entries(argsOf(command))) {
      expect(description, name).toMatch(/^.{3,}/)
      expect(help).toContain(description ?? '')
    }
    expect(command.examples.length).toBeGreaterThan(0)
    for (const example of command.examples) expect(example).toContain(`patchbay ${words}`)
    for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(132)
  })
})
