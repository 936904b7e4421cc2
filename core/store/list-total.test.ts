import { expect, test } from 'vitest'
import { mostCounted, toListTotal } from './list-total.ts'

test.each([
  [0, { items: 0, more: false }],
  [mostCounted, { items: mostCounted, more: false }],
  [mostCounted + 1, { items: mostCounted, more: true }],
])('%i items that were counted are a total that says whether there are more', (count, total) => {
  expect(toListTotal(count)).toEqual(total)
})
