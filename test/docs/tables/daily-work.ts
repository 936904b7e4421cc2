import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Domain } from '@patchbay/core/schema'
import { vendorThings } from '../../../bench/load/find/things/index.ts'
import { isOwnAction } from '../../domain-of.ts'
import { findUnverified, readFacts } from '../../providers/facts/vendor-facts.ts'
import { readPage, root } from '../pages.ts'
import { markdownTable } from './markdown-table.ts'

/** The requests of a provider's actions that are recorded by the vendor's pages; test/providers/catalogue.test.ts holds each action against them. */
const recordedRequests = (id: string): number =>
  JSON.parse(readFileSync(join(root, 'providers', id, 'fixtures/requests.json'), 'utf8')).length

/** How many operations of its vendor's document judged a provider, as the table of the vendor suite has it. */
const judgedOf = (id: string): string => {
  const row =
    readPage('docs/included-providers.md')
      .match(new RegExp(`^\\| \`${id}\` \\|.*$`, 'gm'))
      ?.at(-1) ?? ''
  const [operations = ''] = row.slice(2, -2).split(' | ').slice(-3)
  return operations.trim() === '' ? `no document; ${recordedRequests(id)} requests by its pages` : operations
}

/** What is known of the ten providers that are whole for their users' daily work. */
export const dailyWork = (registry: readonly Domain[]): string =>
  markdownTable(
    [
      'provider',
      'of 30 things, with an action',
      'actions',
      'operations judged',
      'writes',
      'read at the vendor',
      'unverified',
    ],
    Object.entries(vendorThings).map(([id, things]) => {
      const domain = registry.find(({ provider }) => provider.id === id)
      if (!domain) throw new Error(`there are things of ${id}, which is no provider`)
      const names = new Set(domain.source.names())
      const facts = readFacts(id)
      const writes = Object.keys(facts.writes).length
      const unverified = findUnverified(id, facts).length
      return [
        `[${domain.provider.title}](providers/${id}.md)`,
        things.filter(([, ...right]) => right.some((name) => names.has(name))).length,
        [...names].filter((name) => isOwnAction(domain, name)).length,
        judgedOf(id),
        writes,
        writes - unverified,
        unverified,
      ]
    }),
  )
