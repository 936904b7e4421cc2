import { describe, expect, test } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { table } from './report.ts'
import { vendors, withoutDocument } from './vendors/index.ts'

const registry = await loadRegistry()

test('every provider is judged by a document, or it is said why by none', () => {
  const listed = [...vendors.map(({ id }) => id), ...Object.keys(withoutDocument)]
  expect(listed.toSorted()).toEqual(registry.map(({ provider }) => provider.id).toSorted())
})

describe('the table of what was checked', () => {
  const verdict = { documents: [], actions: 1, withoutOperation: [], operations: 11, calls: 222, fails: ['a'] }
  const earlier = new Map([['`asana`', '| `asana` | of | old | columns | 12 | 161 | 0 |']])
  const [head = '', , ...rows] = table(registry, [{ ...verdict, vendor: 'jira' }], earlier).split('\n')
  const rowOf = (id: string) => rows.find((row) => row.startsWith(`| \`${id}\` |`)) ?? ''

  test('has every provider, how its lists go on, its probe, and where the vendor describes the sign-in', () => {
    expect(rows).toHaveLength(registry.length)
    for (const row of rows) {
      expect(row.split(' | ')).toHaveLength(head.split(' | ').length)
      expect(row).toMatch(/ \| `\w+` \| \[[\w.]+\]\(https:/)
    }
    expect(rowOf('jira')).toMatch(/ \| 14 \| 1 cursor, 3 offset \| `get_me` \| /)
  })

  test('has what was measured now, and else what was measured before', () => {
    expect(rowOf('jira')).toMatch(/ \| `atlassian__jira.yaml` \| none \| 11 \| 222 \| 1 \|$/)
    expect(rowOf('asana')).toMatch(/ \| none \| 12 \| 161 \| 0 \|$/)
    expect(rowOf('quickbooks')).toMatch(/ \| none: no document of Intuit could be found \| +\|/)
  })
})
