/** `bun run facts`: which facts about vendors somebody has to look at again. With `--fill` it adds rows for writes that have none. */
import { isDeepStrictEqual } from 'node:util'
import type { Domain } from '@patchbay/core/schema'
import { loadRegistry } from '../../../server/registry.ts'
import {
  type DueFact,
  declaredWrites,
  factsPath,
  findEnds,
  findOldFacts,
  findUnverified,
  linkedPage,
  readFacts,
  type WriteFacts,
} from './vendor-facts.ts'

const fill = async (domain: Domain): Promise<void> => {
  const { id } = domain.provider
  const facts = readFacts(id)
  const declared = declaredWrites(domain, Object.keys(facts.writes))
  const filled = (name: string, write: WriteFacts): WriteFacts => {
    const page = linkedPage(id, name)
    return { ...(page !== undefined && { page }), ...write }
  }
  const writes = Object.fromEntries(
    [...declared].map(([name, write]) => [name, facts.writes[name] ?? filled(name, write)]),
  )
  // A file with a row for each write stays as it is formatted.
  if (isDeepStrictEqual(Object.keys(writes), Object.keys(facts.writes))) return
  await Bun.write(factsPath(id), `${JSON.stringify({ ...facts, writes }, null, 2)}\n`)
}

const list = (title: string, facts: readonly DueFact[]): void => {
  console.log(`${title}: ${facts.length}`)
  for (const { id, about, page } of facts) console.log(`  ${id}: ${about}${page === undefined ? '' : ` <${page}>`}`)
}

const domains = await loadRegistry()
if (process.argv.includes('--fill')) for (const domain of domains) await fill(domain)
const now = new Date()
const all = domains.map(({ provider: { id } }) => [id, readFacts(id)] as const)
list(
  'Read more than half a year ago',
  all.flatMap(([id, facts]) => findOldFacts(id, facts, now)),
)
list(
  'Ended by the vendor within a year',
  all.flatMap(([id, facts]) => findEnds(id, facts, now)),
)
list(
  'Unverified',
  all.flatMap(([id, facts]) => findUnverified(id, facts)),
)
