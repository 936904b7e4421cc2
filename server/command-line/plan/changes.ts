import type { AdminApi, Json } from '../admin-api.ts'
import { CommandError } from '../command-error.ts'
import { completeBilling, completeTenant, type Wanted } from './desired.ts'
import { type Difference, differences } from './differences.ts'

/** One request that brings the gateway nearer to the file. */
export interface Change {
  readonly action: 'create' | 'change' | 'delete'
  /** `tenants/acme` or `billing/acme`. */
  readonly key: string
  readonly differences: readonly Difference[]
  /** Accounts that the change drops: `hubspot/main`. */
  readonly drops: readonly string[]
  /** The record that the differences were found in; `undefined`: there was none. */
  readonly version: string | undefined
  readonly body?: object
}

export interface Plan {
  readonly changes: readonly Change[]
  /** Tenants that the file doesn't name, and that stay. */
  readonly kept: readonly string[]
}

type Stored = Json & { readonly id: string; readonly version: string } & Wanted['tenant']

const listTenants = async (api: AdminApi, onRead: (count: number) => void): Promise<readonly Stored[]> => {
  const found: Stored[] = []
  for (let cursor: string | undefined; ; ) {
    const page = (await api.json('GET', '/admin/tenants', { query: { limit: '1000', cursor } })) ?? {}
    found.push(...(page.tenants as readonly Stored[]))
    onRead(found.length)
    if (typeof page.next_cursor !== 'string') return found
    cursor = page.next_cursor
  }
}

/** A tenant's bill; `undefined`: it has none, or the tenant is new. */
const readBilling = async (api: AdminApi, tenant: string): Promise<Json | undefined> => {
  try {
    return await api.json('GET', `/admin/billing/${encodeURIComponent(tenant)}`)
  } catch (error) {
    if (error instanceof CommandError && error.ending === 'missing') return undefined
    throw error
  }
}

const accountsOf = ({ providers }: Wanted['tenant']): readonly string[] =>
  Object.entries(providers).flatMap(([provider, { accounts }]) => accounts.map(({ id }) => `${provider}/${id}`))

const tenantChange = (id: string, { tenant }: Wanted, stored: Stored | undefined): Change | undefined => {
  const found = differences(stored && completeTenant(stored), tenant)
  if (found.length === 0) return undefined
  const wanted = accountsOf(tenant)
  return {
    action: stored ? 'change' : 'create',
    key: `tenants/${id}`,
    differences: found,
    drops: stored ? accountsOf(stored).filter((account) => !wanted.includes(account)) : [],
    version: stored?.version,
    body: tenant,
  }
}

const billingChange = async (api: AdminApi, id: string, { billing }: Wanted, isNew: boolean) => {
  if (!billing) return undefined
  const stored = isNew ? undefined : await readBilling(api, id)
  const found = differences(stored && completeBilling(stored as typeof billing), billing)
  if (found.length === 0) return undefined
  const change: Change = {
    action: stored ? 'change' : 'create',
    key: `billing/${id}`,
    differences: found,
    drops: [],
    version: stored?.version as string | undefined,
    body: billing,
  }
  return change
}

/**
 * What has to change so that the gateway has what the file wants. Tenants that the file doesn't name are deleted only where
 * `mayDelete` says so.
 */
export const makePlan = async (
  api: AdminApi,
  wanted: ReadonlyMap<string, Wanted>,
  mayDelete: boolean,
  onProgress: (line: string) => void,
): Promise<Plan> => {
  const stored = await listTenants(api, (count) => onProgress(`reading tenants: ${count}`))
  const byId = new Map(stored.map((tenant) => [tenant.id, tenant]))
  const changes: (Change | undefined)[] = []
  let done = 0
  for (const [id, each] of wanted) {
    changes.push(tenantChange(id, each, byId.get(id)), await billingChange(api, id, each, !byId.has(id)))
    onProgress(`comparing: ${++done} of ${wanted.size}`)
  }
  const unnamed = stored.filter(({ id }) => !wanted.has(id))
  const deletions = unnamed.map(
    ({ id, version }): Change => ({ action: 'delete', key: `tenants/${id}`, differences: [], drops: [], version }),
  )
  return {
    changes: [...changes.filter((change) => change !== undefined), ...(mayDelete ? deletions : [])],
    kept: mayDelete ? [] : unnamed.map(({ id }) => id),
  }
}

const methods = { create: 'PUT', change: 'PUT', delete: 'DELETE' } as const

/** Makes one change. The gateway refuses it when somebody else has changed the record since it was read. */
const applyChange = async (api: AdminApi, { action, key, version, body, drops }: Change): Promise<void> => {
  const headers: Record<string, string> =
    version === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${version}"` }
  const [kind = '', id = ''] = key.split('/')
  const path = `/admin/${kind}/${encodeURIComponent(id)}`
  await api.json(methods[action], path, { body, headers, ...(drops.length > 0 && { query: { prune: 'true' } }) })
}

/** Makes the changes one after the other. When one fails, the error says how many were made; the rest is left for the next run. */
export const applyPlan = async (
  api: AdminApi,
  { changes }: Plan,
  onDone: (change: Change, done: number) => void,
): Promise<void> => {
  let done = 0
  for (const change of changes) {
    try {
      await applyChange(api, change)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const made = `${done} of ${changes.length} changes are made; run the command again for the rest`
      throw new CommandError(error.ending, `${change.key}: ${error.message}`, [...error.details, made])
    }
    onDone(change, ++done)
  }
}
