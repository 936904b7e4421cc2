import { expect, test } from 'vitest'
import { type CommandBlock, commandBlocks, consoleSteps, isPrinted } from './command-blocks.ts'

test('a page is read as its commands, each with what it prints', () => {
  const page = [
    '# Page',
    '## One',
    '```sh',
    'echo 1',
    '```',
    '',
    '```text',
    '1',
    '```',
    '## Two',
    '```sh',
    'true',
    '```',
    'This is not what it prints:',
    '```text',
    '2',
    '```',
    '```console',
    '$ docker ps',
    '```',
  ]
  expect(commandBlocks(`${page.join('\n')}\n`)).toEqual([
    { language: 'sh', line: 3, section: 'One', commands: 'echo 1\n', printed: '1\n' },
    { language: 'sh', line: 11, section: 'Two', commands: 'true\n', printed: undefined },
    { language: 'console', line: 18, section: 'Two', commands: '$ docker ps\n', printed: undefined },
  ])
})

test.each([
  [
    'one\ntwo\n',
    [
      ['one', ''],
      ['two', ''],
    ],
  ],
  [
    '$ one \\\n    -d x\n1\n2\n$ two\n',
    [
      ['one \\\n    -d x', '1\n2'],
      ['two', ''],
    ],
  ],
  ['$ for n in 1; do\n>   one\n> done\n> 1\n', [['for n in 1; do\n  one\ndone\n1', '']]],
])('%j is read as a terminal shows it', (commands, steps) => {
  const block: CommandBlock = { language: 'console', line: 1, section: '', commands, printed: undefined }
  expect(consoleSteps(block)).toEqual(steps.map(([command, printed]) => ({ command, printed })))
})

test.each([
  ['{"a": 1, "b": "…"}', '{"a":1,"b":"x y"}\n'],
  ['{"a": 1, …}', '{"a":1,"b":{"c":[2]}}'],
  ['{"id": "k-…",\n  "more": […]}', '{"id":"k-1","more":[1,2]}'],
  ['one\n…\nlast', 'one\ntwo\nthree\nlast\n'],
])('%j is printed by %j', (shown, printed) => expect(isPrinted(shown, printed)).toBe(true))

test.each([
  ['{"a": 1}', '{"a":1,"b":2}'],
  ['{"a": 1, …}', '{"a":2,"b":2}'],
  ['{"a": "x  y"}', '{"a":"x y"}'],
  ['1', '2 1'],
  ['.*', 'x'],
])('%j is not printed by %j', (shown, printed) => expect(isPrinted(shown, printed)).toBe(false))
