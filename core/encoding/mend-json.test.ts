import { expect, test } from 'vitest'
import { mendJson } from './mend-json.ts'

test.each<[text: string, value: unknown]>([
  [`)]}'\n{"a":1}`, { a: 1 }],
  [`)]}',\n[1]`, [1]],
  ['while(1);{"a":1}', { a: 1 }],
  ['for (;;);{"a":1}', { a: 1 }],
  ['{} && {"a":1}', { a: 1 }],
  ['{"a":1}\0\0', { a: 1 }],
  ['{"a":"x\ty\r\nz"}\n', { a: 'x\ty\r\nz' }],
  ['{"a\n":"\\"\n\\\\"}', { 'a\n': '"\n\\' }],
  ['\ufeff\ufeff{"a":1}', { a: 1 }],
  ['\0\u00a0\n[1]', [1]],
  ['<br />\n<b>Warning</b>:  a [1] in <b>/x.php</b> on line <b>3</b><br />\n{"a":1}', { a: 1 }],
  ['Notice: Undefined index in /x.php on line 3\n[1]', [1]],
  ['callback({"a":1});', { a: 1 }],
  ['a.b_c( [1] )', [1]],
  ['{"a":[1,2,],"b":",]",}', { a: [1, 2], b: ',]' }],
  // Nothing within a text is taken for a guard or for filling.
  [`)]}'{"a":")]}'\0"}`, { a: ")]}'\0" }],
])('%j has one meaning', (text, value) => {
  expect(JSON.parse(mendJson(text) ?? '')).toEqual(value)
})

test.each([
  'callback("a")',
  'f({"a":1}) + 1',
  'Warning: {"a":1}',
  "{'a':1}",
  '{"a":1}{"a":2}',
  '{a:1}',
  '<html>',
  '{"a":"\\x41"}',
  '{"a":1} // end',
  '',
])('nothing of %j is changed', (text) => {
  expect(mendJson(text)).toBeUndefined()
})

test('takes time that grows with the length alone', () => {
  for (const text of [
    '"'.repeat(2_000_001),
    `"${'\\\n'.repeat(1_000_000)}`,
    `{"a":"${'x\n'.repeat(1_000_000)}"}`,
    ' '.repeat(2_000_000),
    `"${'\\"'.repeat(2_000_000)}`,
    `"${'\\"'.repeat(2_000_000)}\\`,
    `a(${'{}'.repeat(1_000_000)}`,
    `{${', '.repeat(1_000_000)}`,
    `${'\ufeff '.repeat(1_000_000)}`,
    `Warning:${'\n'.repeat(1_000_000)}`,
  ])
    mendJson(text)
})
