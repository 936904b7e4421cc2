import type { Domain } from '@patchbay/core/schema'
import { authenticationLinks } from '../../test/docs/plugin-comments.ts'
import { codes, markdownTable } from '../../test/docs/tables/markdown-table.ts'
import { isOwnAction } from '../../test/domain-of.ts'
import type { Verdict } from './check-vendor.ts'
import { vendors, withoutDocument } from './vendors/index.ts'

const columns = [
  'provider',
  'actions',
  'curated',
  'paging',
  'probe',
  'sign-in, by the vendor',
  'judged by',
  'not described there',
  'operations',
  'calls',
  'fails',
]

/** The pagination kinds of the curated actions: `4 cursor, 1 link`. */
const pagingOf = ({ source }: Domain, curated: readonly string[]): string => {
  const kinds = curated.flatMap((name) => source.action(name)?.pages?.kind ?? [])
  const counts = [...new Set(kinds)].map((kind) => `${kinds.filter((other) => other === kind).length} ${kind}`)
  return counts.join(', ') || 'none'
}

/** A link for each site that describes it. */
const signInOf = (id: string): string => {
  const links = authenticationLinks(id).map((link) => new URL(link))
  const first = links.filter(({ host }, i) => links.findIndex((other) => other.host === host) === i)
  return first.map(({ host, href }) => `[${host}](${href})`).join(', ')
}

const judgedBy = (id: string): readonly [documents: string, undescribed: string] => {
  const vendor = vendors.find((one) => one.id === id)
  return vendor
    ? [codes([...new Set(vendor.documents.map(({ file }) => file))]), codes(Object.keys(vendor.withoutOperation ?? {}))]
    : [`none: ${withoutDocument[id]}`, '']
}

const measured = ({ operations, calls, fails }: Verdict): readonly (string | number)[] => [
  operations,
  calls,
  fails.length,
]

/**
 * Every provider with what it was checked by, as docs/included-providers.md shows it. What wasn't checked now keeps what was measured before:
 * `earlier` are the page's rows by provider.
 */
export const table = (
  registry: readonly Domain[],
  verdicts: readonly Verdict[],
  earlier: ReadonlyMap<string, string>,
): string => {
  const rows = registry.map((domain) => {
    const { id, probe } = domain.provider
    // Actions that end soon aren't counted either: the table must not change by the date alone.
    const names = domain.source.names().filter((name) => !domain.source.sunset?.(name))
    const curated = names.filter((name) => isOwnAction(domain, name))
    const verdict = verdicts.find(({ vendor }) => vendor === id)
    const before = earlier.get(`\`${id}\``)?.slice(2, -2).split(' | ').slice(-3) ?? ['', '', '']
    return [
      `\`${id}\``,
      names.length,
      curated.length,
      pagingOf(domain, curated),
      codes(probe ? [probe.action] : []),
      signInOf(id),
      ...judgedBy(id),
      ...(verdict ? measured(verdict) : before),
    ]
  })
  return markdownTable(columns, rows)
}
