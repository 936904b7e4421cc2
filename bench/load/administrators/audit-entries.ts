import type { AuditEntry, Store } from '@patchbay/core/store'
import { auditEntry } from '../../../test/contract/samples.ts'
import { seeded } from '../../../test/seeded.ts'

export const dayMs = 86_400_000

/** The days over which they are spread, up to now. */
export const filledDays = 30
export const filledTenants = 200
const batchSize = 5000

export interface LogFill {
  readonly total: number
  readonly now: Date
  /** The tenant of the n-th entry. */
  readonly tenantOf: (n: number, random: () => number) => string
}

/** 4 accounts and 60 actions a tenant; one entry in a thousand is not a call. */
const entryAt = (n: number, { total, now, tenantOf }: LogFill, random: () => number): AuditEntry => {
  const at = new Date(now.getTime() - filledDays * dayMs + Math.floor((n / total) * filledDays * dayMs))
  const tenant = tenantOf(n, random)
  const entry = auditEntry(at, { tenant, duration_ms: Math.round(10 ** (random() + random() + random())) }, n)
  if (random() < 0.001) {
    const change = { source: 'admin', action: 'put_tenant', key: `tenants/${tenant}`, billable: false } as const
    return { ...entry, ...change, token_id: null, cache: null, bytes: 0 }
  }
  const action = Math.floor(random() ** 2 * 60)
  const isError = random() < 0.05
  return {
    ...entry,
    key: `${['hubspot', 'stripe', 'github', 'slack'][action % 4]}/main`,
    action: `action_${action}`,
    ...(isError && { outcome: 'error', code: 'UPSTREAM_ERROR', status: 502 }),
  }
}

/** Fills an empty audit log with entries that nobody has counted yet. */
export const fillAudit = async (store: Store, filling: LogFill): Promise<void> => {
  const random = seeded(1)
  const { total } = filling
  for (let from = 0; from < total; from += batchSize) {
    const length = Math.min(batchSize, total - from)
    await store.audit.append(Array.from({ length }, (_, n) => entryAt(from + n, filling, random)))
    if (from % 250_000 === 0) process.stderr.write(`\r${from.toLocaleString('en')} entries `)
  }
  process.stderr.write('\r')
  // They are marked as late, as they are old; but nothing was counted yet.
  await store.rollUps.prune('late/', 'late0')
}
