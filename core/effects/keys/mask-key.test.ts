import { expect, test } from 'vitest'
import { maskKey } from './mask-key.ts'

test.each([
  ['0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c', '0199…1b2c'],
  ['order-4711', 'or…11'],
  ['k-12', 'k…2'],
  ['abc', '…'],
  ['a', '…'],
])('of the key %j the log has %j', (key, shown) => {
  expect(maskKey(key)).toBe(shown)
})
