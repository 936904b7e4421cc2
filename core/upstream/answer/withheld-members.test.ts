import { expect, test } from 'vitest'
import { parseExact } from '../../encoding/exact-json.ts'
import { withholdMembers } from './withheld-members.ts'

const names = ['clone_token', 'a.b*']

test.each([
  ['{"clone_token":"x1"}', '{"clone_token":null}'],
  ['{"id":12345678901234567890,"clone_token" : "x\\"1\\\\"}', '{"id":12345678901234567890,"clone_token" : null}'],
  ['[{"repo":{"clone_token":"x1"}},{"clone_token":"x2"}]', '[{"repo":{"clone_token":null}},{"clone_token":null}]'],
  ['{"clone_token":null,"a.b*":"x1","aXbb":"kept"}', '{"clone_token":null,"a.b*":null,"aXbb":"kept"}'],
  ['{"clone_token":""}', '{"clone_token":null}'],
  // Texts that only look like the member.
  ['{"body":"\\"clone_token\\":\\"kept\\"","my_clone_token":"kept"}', undefined],
  ['{"name":"clone_token","other":"kept"}', undefined],
  ['{"clone_token":["kept"]}', undefined],
])('of %s is left %s', (text, left) => {
  const body = left === undefined ? undefined : parseExact(left)
  expect(withholdMembers(names, text)).toEqual(left === undefined ? undefined : { text: left, body })
})

test('a text that is cut off in the middle has it taken out, too', () => {
  expect(withholdMembers(names, '[{"clone_token":"x1"},')).toEqual({ text: '[{"clone_token":null},', body: undefined })
})
