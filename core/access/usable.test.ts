import { expect, test } from 'vitest'
import { Access, rawTarget, usableAccounts } from './index.ts'

const accounts = [
  { id: 'main', label: 'Main' },
  { id: 'live', label: 'Live' },
]
const usable = (policy: object) =>
  usableAccounts(Access.of({ token: policy }), rawTarget('hubspot'), accounts).map(({ id }) => id)

test('raw requests are offered where a caller may read by them, though what sends is denied', () => {
  expect(usable({})).toEqual(['main', 'live'])
  expect(usable({ allow: ['hubspot:raw'] })).toEqual(['main', 'live'])
  expect(usable({ allow: ['hubspot:raw@live'], deny: ['*:sends'] })).toEqual(['live'])
  expect(usable({ allow: ['hubspot:raw'], deny: ['*:raw'] })).toEqual([])
})
