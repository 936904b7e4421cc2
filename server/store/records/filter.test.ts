import { expect, test } from 'vitest'
import { atMost, oneOfValues, readConditions } from './filter.ts'

test('a member is compared with a value or by an operator of ours', () => {
  const filter = { tenant: 'acme', error: null, next_at: atMost(5), 'attempt.phase': oneOfValues(['asking']) }
  expect(readConditions(filter)).toEqual([
    { member: 'tenant', operator: '=', value: 'acme' },
    { member: 'error', operator: '=', value: null },
    { member: 'next_at', operator: '<=', value: 5 },
    { member: 'attempt.phase', operator: 'in', value: ['asking'] },
  ])
})

test.each<[object]>([
  [{ hash: { $gt: '' } }],
  [{ hash: JSON.parse(JSON.stringify({ ...atMost('z'), operator: '<=' })) }],
  [{ hash: ['a', 'b'] }],
  [{ hash: undefined }],
  [{ $or: 'a' }],
  [{ 'hash = hash OR hash': 'a' }],
])('what may come from outside and would match more is refused: %j', (filter) => {
  expect(() => readConditions(filter)).toThrow(TypeError)
})
