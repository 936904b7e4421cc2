import { type AdminApi, CommandError, readData, type Schemas, unlessMissing } from '@patchbay/cli'
import { completeBilling, completeTenant, type Wanted } from './desired.ts'
import { differences, type MemberDifference } from './differences.ts'

type Preconditions = { readonly 'if-match': string } | { readonly 'if-none-match': '*' }

/** One request that brings the gateway nearer to the file. */
export interface PlannedRequest {
  readonly action: 'create' | 'change' | 'delete'
  /** `tenants/acme` or `billing/acme`. */
  readonly key: string
  readonly differences: readonly MemberDifference[]
  /** Accounts that the change drops: `hubspot/main`. */
  readonly drops: readonly string[]
  /** The record that the differences were found in; `undefined`: there was none. */
  readonly version: string | undefined
  send(api: AdminApi, headers: Preconditions): Promise<unknown>
}

export interface ChangePlan {
  readonly changes: readonly PlannedRequest[]
  /** Tenants that the file doesn't name, and that stay. */
  readonly kept: readonly string[]
}

type StoredTenant = Schemas['Tenant']

const listTenants = async (api: AdminApi, onRead: (count: number) => void): Promise<readonly StoredTenant[]> => {
  const tenants: StoredTenant[] = []
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 1000, ...(cursor !== undefined && { cursor }) }
    const page = await readData(api.GET('/admin/tenants', { params: { query } }))
    tenants.push(...page.tenants)
    onRead(tenants.length)
    if (page.next_cursor === null) return tenants
    cursor = page.next_cursor
  }
}

/** A tenant's bill; `undefined`: it has none, or the tenant is new. */
const readBilling = (api: AdminApi, tenant: string): Promise<Schemas['Billing'] | undefined> =>
  unlessMissing(readData(api.GET('/admin/billing/{tenant}', { params: { path: { tenant } } })))

const listAccountPaths = ({ providers }: Wanted['tenant']): readonly string[] =>
  Object.entries(providers).flatMap(([provider, { accounts }]) => accounts.map(({ id }) => `${provider}/${id}`))

const tenantChange = (
  id: string,
  wantedTenant: Wanted,
  stored: StoredTenant | undefined,
): PlannedRequest | undefined => {
  const tenant = completeTenant(wantedTenant.tenant, stored)
  const changed = differences(stored && completeTenant(stored), tenant)
  if (changed.length === 0) return undefined
  const wanted = listAccountPaths(tenant)
  const drops = stored ? listAccountPaths(stored).filter((account) => !wanted.includes(account)) : []
  const query = drops.length > 0 ? { prune: true } : {}
  return {
    action: stored ? 'change' : 'create',
    key: `tenants/${id}`,
    differences: changed,
    drops,
    version: stored?.version,
    send: (api, headers) =>
      api.PUT('/admin/tenants/{tenant}', {
        params: { path: { tenant: id }, query },
        headers,
        body: tenant as Schemas['TenantConfiguration'],
      }),
  }
}

const billingChange = async (api: AdminApi, id: string, { billing }: Wanted, isNew: boolean) => {
  if (!billing) return undefined
  const stored = isNew ? undefined : await readBilling(api, id)
  const changed = differences(stored && completeBilling(stored), billing)
  if (changed.length === 0) return undefined
  const change: PlannedRequest = {
    action: stored ? 'change' : 'create',
    key: `billing/${id}`,
    differences: changed,
    drops: [],
    version: stored?.version,
    send: (_, headers) =>
      api.PUT('/admin/billing/{tenant}', { params: { path: { tenant: id } }, headers, body: billing }),
  }
  return change
}

/**
 * The changes that bring the gateway to the state of the file. Tenants that the file doesn't name are deleted only with
 * `mayDelete`.
 */
export const makePlan = async (
  api: AdminApi,
  wanted: ReadonlyMap<string, Wanted>,
  mayDelete: boolean,
  onProgress: (line: string) => void,
): Promise<ChangePlan> => {
  const stored = await listTenants(api, (count) => onProgress(`reading tenants: ${count}`))
  const byId = new Map(stored.map((tenant) => [tenant.id, tenant]))
  const changes: (PlannedRequest | undefined)[] = []
  let done = 0
  for (const [id, each] of wanted) {
    changes.push(tenantChange(id, each, byId.get(id)), await billingChange(api, id, each, !byId.has(id)))
    onProgress(`comparing: ${++done} of ${wanted.size}`)
  }
  const unnamed = stored.filter(({ id }) => !wanted.has(id))
  const deletions = unnamed.map(
    ({ id, version }): PlannedRequest => ({
      action: 'delete',
      key: `tenants/${id}`,
      differences: [],
      drops: [],
      version,
      send: (_, headers) => api.DELETE('/admin/tenants/{tenant}', { params: { path: { tenant: id } }, headers }),
    }),
  )
  return {
    changes: [...changes.filter((change) => change !== undefined), ...(mayDelete ? deletions : [])],
    kept: mayDelete ? [] : unnamed.map(({ id }) => id),
  }
}

/** Makes one change. The gateway refuses it when somebody else has changed the record since it was read. */
const applyChange = async (api: AdminApi, { version, send }: PlannedRequest): Promise<void> => {
  await send(api, version === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${version}"` })
}

/** Makes the changes one after the other. When one fails, the error says how many were made; the rest is left for the next run. */
export const applyPlan = async (
  api: AdminApi,
  { changes }: ChangePlan,
  onDone: (change: PlannedRequest, done: number) => void,
): Promise<void> => {
  let done = 0
  for (const change of changes) {
    try {
      await applyChange(api, change)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const progress = `${done} of ${changes.length} changes are made; run the command again for the rest`
      throw new CommandError(error.ending, `${change.key}: ${error.message}`, [...error.details, progress])
    }
    onDone(change, ++done)
  }
}
