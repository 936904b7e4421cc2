import { expect, test } from 'vitest'
import { differences } from './differences.ts'

const accounts = (...ids: string[]) => ({ providers: { hubspot: { accounts: ids.map((id) => ({ id, label: id })) } } })

test.each([
  ['equal records in another order of members', { a: 1, b: [2] }, { b: [2], a: 1 }, []],
  ['a member that is new', {}, { a: { b: 1 } }, ['a.b: undefined -> 1', ': {} -> undefined']],
  ['lists, which are compared as a whole', { a: [1, 2] }, { a: [2, 1] }, ['a: [1,2] -> [2,1]']],
  [
    'accounts, which are known by their ids',
    accounts('x'),
    accounts('x', 'y'),
    ['providers.hubspot.accounts[y].id: undefined -> "y"', 'providers.hubspot.accounts[y].label: undefined -> "y"'],
  ],
  [
    'accounts in another order',
    accounts('x', 'y'),
    accounts('y', 'x'),
    ['accounts: "in another order" -> "as in the file"'],
  ],
])('%s', (_, from, to, wanted) => {
  const lines = differences(from, to).map(
    (each) => `${each.path}: ${JSON.stringify(each.from)} -> ${JSON.stringify(each.to)}`,
  )
  expect(lines.toSorted()).toEqual(wanted.toSorted())
})
