import type { Domain } from '@patchbay/core/schema'
import { findUnverified, readFacts } from '../../providers/facts/vendor-facts.ts'
import { codes, markdownTable } from './markdown-table.ts'

const earliest = (days: readonly (string | undefined)[]): string =>
  days.filter((day) => day !== undefined).sort()[0] ?? ''

/** By provider: the number of listed and further writes that were looked up at the vendor, since when, and the vendor's announced ends. */
export const vendorFacts = (registry: readonly Domain[]): string =>
  markdownTable(
    ['provider', 'writes', 'with a page of the vendor', 'the earliest read on', 'unverified', 'announced to end'],
    registry.map(({ provider: { id, title } }) => {
      const facts = readFacts(id)
      const rows = Object.values(facts.writes)
      const unverified = findUnverified(id, facts).map(({ about }) => about)
      return [
        `[${title}](providers/${id}.md)`,
        `${rows.length}`,
        `${rows.length - unverified.length}`,
        earliest(rows.map(({ read }) => read)),
        codes(unverified),
        (facts.ends ?? []).map(({ what, on, page }) => `[${what}](${page}): ${on}`).join('; '),
      ]
    }),
  )
