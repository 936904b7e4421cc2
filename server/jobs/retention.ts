import type { Store } from '@patchbay/core/store'
import { allTenants } from '../store/rules/all-tenants.ts'
import { removeInSlices } from './remove-in-slices.ts'
import type { Job } from './schedule/job.ts'

const dayMs = 24 * 3_600_000

/** How long what has ended can still be looked up: tenant tokens that expired, and links whose account is connected otherwise. */
const endedDays = 30

/** Removes the connect links that ended, of one tenant after the other. */
const pruneLinks = async (
  store: Pick<Store, 'connections' | 'tenants'>,
  { before, now, signal }: { readonly before: Date; readonly now: Date; readonly signal: AbortSignal },
): Promise<number> => {
  let removed = await store.connections.pruneUnused(now)
  for await (const { id } of allTenants(store)) {
    if (signal.aborted) break
    removed += await store.connections.prune(id, before, now)
  }
  return removed
}

/**
 * Removes audit entries that are older than `days`, oldest first; after a stop the next run removes the rest. They are
 * counted before, as their usage outlives them. The unknown calls among them are forgotten too. Removes as well what ended 30 days ago.
 */
export const createRetentionJob = (
  cron: string,
  {
    store,
    days,
    count,
    now = () => new Date(),
  }: {
    readonly store: {
      readonly audit: Pick<Store['audit'], 'prune'>
      readonly effects: Pick<Store['effects'], 'pruneUnknown'>
      readonly tenantTokens: Pick<Store['tenantTokens'], 'prune'>
    } & Pick<Store, 'connections' | 'tenants'>
    readonly days: number
    /** Brings the roll-ups up to date. */
    readonly count: (signal: AbortSignal) => Promise<unknown>
    readonly now?: () => Date
  },
): Job => ({
  name: 'retention',
  cron,
  changes: ['audit_entries', 'tenant_tokens', 'connect_links'],
  async run(signal) {
    await count(signal)
    const { audit, effects, tenantTokens } = store
    const at = now()
    const before = new Date(at.getTime() - days * dayMs)
    const audit_entries = await removeInSlices(signal, (limit) => audit.prune(before, limit))
    await effects.pruneUnknown(before)
    const ended = new Date(at.getTime() - endedDays * dayMs)
    const tenant_tokens = await removeInSlices(signal, (limit) => tenantTokens.prune(ended, limit))
    const connect_links = await pruneLinks(store, { before: ended, now: at, signal })
    return { before: before.toISOString(), audit_entries, tenant_tokens, connect_links }
  },
})
