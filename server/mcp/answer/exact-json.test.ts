import { expect, it } from 'vitest'
import { parseExact } from './exact-json.ts'

it.each([
  '{"id":12345678901234567890,"price":1.10,"small":7}',
  '[9007199254740993,-12345678901234567890.5,1e400]',
  '{"text":"12345678901234567890","__proto__":{"a":12345678901234567890}}',
])('every digit of %s comes back', (text) => {
  expect(JSON.stringify(parseExact(text))).toBe(text)
})
