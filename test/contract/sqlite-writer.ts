/**
 * A process that opens the store in the folder of its first argument, and appends audit entries and puts tenants as fast as
 * it can. It prints the id of each acknowledged one, and runs until it is killed.
 */
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { auditEntry, configuration } from './samples.ts'

const store = openSqliteStore(process.argv[2] ?? '')
const started = Date.now()

for (let round = 0; ; round++) {
  const batch = Array.from({ length: 8 }, (_, n) => auditEntry(new Date(started + round), {}, n))
  const tenant = `tenant-${round}`
  await store.audit.append(batch)
  await store.tenants.put(tenant, configuration('hubspot/eu'), { now: new Date(), prune: false })
  await Bun.write(Bun.stdout, `${[...batch.map(({ id }) => id), tenant].join(' ')}\n`)
}
