/**
 * `bun bench/load/administrators/fill-store.ts [entries]`: makes the store that `bun run bench:administrators` reads from, with
 * 5,000,000 audit entries of the last 30 days, which takes minutes.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCounting, rollUp } from '@patchbay/core/usage'
import { openSqliteStore } from '../../../server/store/sqlite/index.ts'
import { benchTenant } from '../programs/start-gateway.ts'
import { fillAudit, filledTenants } from './audit-entries.ts'

export const filledEntries = 5_000_000

/** The tenant that is called has every fifth of them. */
const tenantOf = (n: number, random: () => number): string =>
  n % 5 === 0 ? benchTenant : `tenant-${Math.floor(random() * filledTenants)}`

export const filledFolder = (entries: number): string => join(tmpdir(), `patchbay-audit-of-${entries}`)

/** The folder of the store; it is made if it isn't there. */
export const fillStore = async (total = filledEntries): Promise<string> => {
  const folder = filledFolder(total)
  if (existsSync(folder)) return folder
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  const store = openSqliteStore(part)
  const now = new Date()
  await fillAudit(store, { total, now, tenantOf })
  const options = { now: new Date(now.getTime() + 60_000), signal: new AbortController().signal, retentionDays: 90 }
  await rollUp(store.rollUps, createCounting(store), options)
  await store.close()
  renameSync(part, folder)
  return folder
}

if (import.meta.main) console.log(await fillStore(Number(process.argv[2] ?? filledEntries)))
