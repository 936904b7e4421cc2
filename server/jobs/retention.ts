import { allTenants } from '@patchbay/core/rules'
import type { Store } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import { removeInSlices } from './remove-in-slices.ts'
import type { Job } from './schedule/job.ts'

const dayMs = 24 * 3_600_000

/**
 * The days for which ended records can still be looked up: expired tenant tokens, and links whose account is connected
 * otherwise.
 */
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

/** The days for which a client of OAuth is kept that no user let in again, and that has no grant. */
const clientDays = 365
const clientsAtOnce = 500

const pruneClients = async (
  { oauthClients, grants }: Pick<Store, 'oauthClients'> & { readonly grants: Pick<Store['grants'], 'hasOfClient'> },
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<number> => {
  const before = new Date(now.getTime() - clientDays * dayMs)
  let removed = 0
  for (let after: string | undefined; !signal.aborted; ) {
    const page = await oauthClients.list({ limit: clientsAtOnce, after })
    for (const { client_id, used_at } of page) {
      if (used_at === null || used_at >= isoTime(before) || (await grants.hasOfClient(client_id, now))) continue
      removed += Number(await oauthClients.removeUnused(client_id, before))
    }
    if (page.length < clientsAtOnce) break
    after = page.at(-1)?.client_id
  }
  return removed
}

/**
 * Removes audit entries that are older than `days`, oldest first; after a stop the next run removes the rest. They are
 * counted before, as their usage outlives them. The unknown calls among them are forgotten too. Removes as well what ended 30 days ago,
 * and clients of OAuth that nobody has used for a year.
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
      readonly grants: Pick<Store['grants'], 'hasOfClient'>
    } & Pick<Store, 'connections' | 'tenants' | 'oauthClients'>
    readonly days: number
    /** Brings the roll-ups up to date. */
    readonly count: (signal: AbortSignal) => Promise<unknown>
    readonly now?: () => Date
  },
): Job => ({
  name: 'retention',
  cron,
  changes: ['audit_entries', 'tenant_tokens', 'connect_links', 'oauth_clients'],
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
    const oauth_clients = await pruneClients(store, { now: at, signal })
    return { before: isoTime(before), audit_entries, tenant_tokens, connect_links, oauth_clients }
  },
})
