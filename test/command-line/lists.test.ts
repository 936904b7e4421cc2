/** Every command that shows a table, against answers of the gateway's document, in terminals of several widths. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Command, listArgs, listCommands } from '../../cli/program/command.ts'
import { runCommandLine } from '../../cli/program/run.ts'
import { openTerminal } from '../../cli/terminal/terminal.ts'
import { commands } from '../../server/commands/index.ts'
import { loadRegistry } from '../../server/registry.ts'
import { temporaryFolder } from '../gateway.ts'
import { type AnswerSchema, sampleAnswers } from './sample.ts'

// It makes the document, if that is missing.
await loadRegistry()
const document = await Bun.file(new URL('../../server/generated/openapi.json', import.meta.url)).json()

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json'?: { readonly schema: AnswerSchema } } }>
  >
}
const paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = document.paths

const sample = sampleAnswers(document.components.schemas)

/** By the request. An answer stays the same, so that the ids of a list are known afterwards. */
const answers = new Map<string, unknown>()
const answerOf = (method: string, path: string): unknown => {
  const template = Object.keys(paths)
    .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
    .find((each) => new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
  const schema = paths[template ?? '']?.[method.toLowerCase()]?.responses['200']?.content?.['application/json']?.schema
  const key = `${method} ${path}`
  if (!answers.has(key)) answers.set(key, { ...Object(sample(schema ?? {})), next_cursor: null, complete: true })
  return answers.get(key)
}

const server = Bun.serve({
  port: 0,
  fetch: ({ method, url }) => Response.json(answerOf(method, new URL(url).pathname)),
})
afterAll(() => server.stop(true))

const keyFile = join(temporaryFolder(), 'key')
writeFileSync(keyFile, 'pb_admin_key', { mode: 0o600 })

const run = async (words: readonly string[], columns: number) => {
  let [out, notes] = ['', '']
  const terminal = openTerminal({
    stdout: { isTTY: true, columns, write: (text: string) => (out += text) },
    stderr: { isTTY: false, write: (text: string) => (notes += text) },
    env: { NO_COLOR: '1' },
  } as unknown as NodeJS.Process)
  const program = { version: '', commands, findNearest: async () => undefined }
  const given = [...words, '--url', server.url.origin, '--key-file', keyFile]
  const code = await runCommandLine(program, given, terminal)
  return { code, out, notes, lines: out.trimEnd().split('\n') }
}

/** The tail goes on for ever, and has the columns of the search; an upgrade compares with this very version; a decision about a run takes its digest. */
const elsewhere = ['audit tail', 'upgrade', 'approvals approve-run', 'approvals refuse-run']
/** Lines to copy, which nothing may break. */
const isCopied = (line: string): boolean => /^(ask|allow|wider|classes): /.test(line)

const tables = Object.entries(commands)
  .flatMap(([name, node]) => listCommands(name, node))
  .filter(([words, command]) => command.isRemote && 'wide' in command.args && !elsewhere.includes(words))

/** An example without the options that only narrow the list down. */
const exampleWords = ([words, { examples, args }]: readonly [string, Command]): readonly string[] => {
  const [first = ''] = examples
  const positional = Object.keys(args).filter((name) => args[name]?.type === 'positional').length
  const needed = ['--unknown', '--check'].filter((option) => first.includes(option))
  return [
    ...first
      .replace('patchbay ', '')
      .split(' ')
      .slice(0, words.split(' ').length + positional),
    ...needed,
  ]
}

/** The members of a list's rows that other commands take, by what the help of these says. */
const typedMembers = (list: string): readonly string[] =>
  Object.values(commands)
    .flatMap((node) => listCommands('', node).map(([, command]) => listArgs(command)))
    .flatMap((args) => Object.entries(args))
    .flatMap(([name, { description = '' }]) => (description.includes(`"${list}" show`) ? [name] : []))

const findRows = (): readonly Record<string, unknown>[] =>
  [...answers.values()].flatMap((answer) => Object.values(Object(answer)).find(Array.isArray) ?? [])

test('there are lists of all nouns', () => {
  expect(tables.length).toBeGreaterThan(18)
})

describe.each(tables)('patchbay %s', (words, command) => {
  test.each([80, 200])('fits into %i columns, with every id in full', async (columns) => {
    answers.clear()
    const { code, lines, out, notes } = await run(exampleWords([words, command]), columns)
    expect([code, notes.replace(/^not shown: .*\n/m, '')]).toEqual([0, expect.not.stringContaining('error')])
    for (const line of lines.filter((each) => !isCopied(each)))
      expect(Bun.stringWidth(line), line).toBeLessThanOrEqual(columns)
    for (const member of typedMembers(words))
      for (const row of findRows()) expect(out).toContain(String(row[member] ?? row.id ?? row.name))
  })

  test('shows with --wide, and in a pipe, each row on one line that has all columns', async () => {
    answers.clear()
    const narrow = await run(exampleWords([words, command]), 80)
    const wide = await run([...exampleWords([words, command]), '--wide'], 80)
    expect(wide.notes).not.toContain('not shown')
    const [, left = ''] = /^not shown: (.*) \(--wide/m.exec(narrow.notes) ?? []
    for (const head of left.split(', ')) expect(wide.out).toContain(head)
  })
})

test('the members that commands take are known', () => {
  expect(typedMembers('tokens list')).toContain('token_id')
  expect(typedMembers('approvals list')).toContain('approval_id')
})
