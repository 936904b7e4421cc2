import { expect, test } from 'vitest'
import { commandBlocks, hasConsoleBlock, isPrinted } from './command-blocks.ts'

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
    { line: 3, section: 'One', commands: 'echo 1\n', printed: '1\n' },
    { line: 11, section: 'Two', commands: 'true\n', printed: undefined },
  ])
  expect(hasConsoleBlock(page.join('\n'))).toBe(true)
  expect(hasConsoleBlock('```sh\n$ docker ps\n```\n')).toBe(false)
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
