import { LRUCache } from 'lru-cache'
import { Access, parseGrantScope } from '../access/index.ts'
import type { UsableToken } from '../context/index.ts'
import { inBackground } from '../in-background.ts'
import { type MaybePromise, mapMaybePromise } from '../maybe-promise.ts'
import { type Credential, openCredential } from '../refresh/index.ts'
import {
  type AccountRef,
  type AdminKeyRecord,
  accountPath,
  type BillingRecord,
  type Change,
  hasTokenExpired,
  type Store,
  type TenantRecord,
} from '../store/index.ts'
import { asUnixMs, currentMs, msOf, type UnixMs } from '../time.ts'
import type { Vault } from '../vault/index.ts'

/** The records that calls need, in bounded memory. A record is dropped when the store reports a change of it. */
export interface StoreCache {
  tenant(id: string): MaybePromise<TenantRecord | undefined>
  /** A tenant token or access token that may be used: it hasn't expired, and an access token was issued for this gateway. */
  token(hash: string): MaybePromise<UsableToken | undefined>
  /** The access of a caller with this token. */
  access(token: UsableToken, tenant: TenantRecord): Access
  /** A named admin key, even if it has expired. */
  adminKey(hash: string): MaybePromise<AdminKeyRecord | undefined>
  credential(ref: AccountRef): MaybePromise<Credential | undefined>
  /** Reports the version of the current credential: the process that stored it may have died before it announced the change. */
  renewed(ref: AccountRef, credential: Credential): void
  quota(tenant: string): MaybePromise<Quota>
  close(): void
}

/** The calls that a tenant may make a month. */
export type Quota = Pick<BillingRecord, 'tenant' | 'monthly_limit' | 'hard_limit'>

/** A token in the cache. */
interface CachedToken extends UsableToken {
  /** The time when a use of the tenant token, or of the grant, was last recorded. */
  usedAt: UnixMs
  recordUse(at: Date): Promise<void>
}

const most = 20_000
/** The shortest interval between two records of a token's use. */
const touchMs = 3_600_000

const loadToken = async (store: Store, hash: string): Promise<CachedToken | undefined> => {
  const own = await store.tenantTokens.find(hash)
  if (own) {
    const usedAt = own.last_used_at === null ? asUnixMs(0) : msOf(own.last_used_at)
    const recordUse = (at: Date): Promise<void> => store.tenantTokens.touch(hash, at)
    return { token_id: own.token_id, tenant_id: own.tenant_id, tenantToken: own, usedAt, recordUse }
  }
  const access = await store.grants.findAccessToken(hash)
  if (!access) return undefined
  const { token_id, tenant_id, bearer_hash, grant_id, last_used_at } = access
  const recordUse = (at: Date): Promise<void> => store.grants.touch(grant_id, at)
  const token = { token_id, tenant_id, access, usedAt: msOf(last_used_at), recordUse }
  if (bearer_hash === null) return token
  const tenantToken = await store.tenantTokens.find(bearer_hash)
  return tenantToken && { ...token, tenantToken }
}

const loadCredential = async (store: Store, vault: Vault, ref: AccountRef): Promise<Credential | undefined> => {
  const record = await store.credentials.get(ref)
  return record && openCredential(vault, record)
}

const loadQuota = async (store: Store, tenant: string): Promise<Quota> =>
  (await store.billing.get(tenant)) ?? { tenant, monthly_limit: null, hard_limit: false }

/** Records a token's use. Nothing waits for the store here: it must never fail the call. A record that fails is made by the next call. */
const touch = (token: CachedToken, now: UnixMs): void => {
  const { usedAt } = token
  token.usedAt = now
  const recorded = token.recordUse(new Date(now)).catch(() => {
    token.usedAt = usedAt
  })
  inBackground(recorded, 'record_token_use')
}

/** The access of tokens, compiled once for each pair of records: a change of a policy makes a new record. */
const createResolveAccess = (): StoreCache['access'] => {
  const accesses = new WeakMap<UsableToken, { readonly tenant: TenantRecord; readonly access: Access }>()
  const resolveAccess: StoreCache['access'] = (token, tenant) => {
    const cached = accesses.get(token)
    if (cached?.tenant === tenant) return cached.access
    const { tenantToken, access: issued } = token
    const grant = parseGrantScope(issued?.scope)
    const access = Access.of({ tenant: tenant.options, ...(tenantToken && { token: tenantToken }), grant })
    accesses.set(token, { tenant, access })
    return access
  }
  return resolveAccess
}

/** The records by their keys. A value that was read before a change isn't cached after it. */
class CachedRecords {
  readonly tenants = new LRUCache<string, TenantRecord>({ max: most })
  readonly tokens = new LRUCache<string, CachedToken>({ max: most })
  readonly adminKeys = new LRUCache<string, AdminKeyRecord>({ max: most })
  readonly credentials = new LRUCache<string, Credential>({ max: most })
  readonly quotas = new LRUCache<string, Quota>({ max: most })
  /** Grows with every change. */
  #epoch = 0

  async load<T extends object, L extends T | undefined, Id>(
    cache: LRUCache<string, T>,
    key: string,
    read: (id: Id) => Promise<L>,
    id: Id,
  ): Promise<L> {
    const startEpoch = this.#epoch
    const value = await read(id)
    if (value !== undefined && startEpoch === this.#epoch) cache.set(key, value)
    return value
  }

  forget(change: Change): void {
    this.#epoch++
    if (change.kind === 'tenant') this.#forgetTenant(change.tenant)
    else if (change.kind === 'bearer-token') this.#forgetTokens(({ tenantToken }) => tenantToken?.hash === change.hash)
    else if (change.kind === 'admin-key') this.adminKeys.delete(change.hash)
    else if (change.kind === 'grant') this.#forgetTokens(({ access }) => access?.grant_id === change.grant_id)
    else if (change.kind === 'credential') this.credentials.delete(accountPath(change))
    else if (change.kind === 'billing') this.quotas.delete(change.tenant)
    else for (const cache of [this.tenants, this.tokens, this.adminKeys, this.credentials, this.quotas]) cache.clear()
  }

  /** Forgets a credential that isn't the current one any more. */
  renewed(ref: AccountRef, version: Credential['version']): void {
    const key = accountPath(ref)
    if (this.credentials.get(key)?.version === version) return
    this.#epoch++
    this.credentials.delete(key)
  }

  #forgetTokens(which: (token: UsableToken) => boolean): void {
    for (const [hash, token] of this.tokens.entries()) if (which(token)) this.tokens.delete(hash)
  }

  #forgetTenant(tenant: string): void {
    this.tenants.delete(tenant)
    this.quotas.delete(tenant)
    this.#forgetTokens(({ tenant_id }) => tenant_id === tenant)
    for (const key of this.credentials.keys()) if (key.startsWith(`${tenant}/`)) this.credentials.delete(key)
  }
}

/** `isAudience` tells whether tokens for that resource are for this gateway (RFC 8707). */
export const createStoreCache = (store: Store, vault: Vault, isAudience: (resource: string) => boolean): StoreCache => {
  const records = new CachedRecords()
  const { tenants, tokens, adminKeys, credentials, quotas } = records

  const ifUsable = (token: CachedToken | undefined): UsableToken | undefined => {
    if (!token) return undefined
    const { tenantToken, access } = token
    const now = currentMs()
    if (tenantToken && hasTokenExpired(tenantToken, now)) return undefined
    if (access && (hasTokenExpired(access, now) || !isAudience(access.resource))) return undefined
    if (now - token.usedAt >= touchMs) touch(token, now)
    return token
  }

  const loaders = {
    tenant: (id: string) => store.tenants.get(id),
    token: (hash: string) => loadToken(store, hash),
    adminKey: (hash: string) => store.adminKeys.find(hash),
    credential: (ref: AccountRef) => loadCredential(store, vault, ref),
    quota: (tenant: string) => loadQuota(store, tenant),
  }

  return {
    tenant: (id) => tenants.get(id) ?? records.load(tenants, id, loaders.tenant, id),
    token: (hash) => mapMaybePromise(tokens.get(hash) ?? records.load(tokens, hash, loaders.token, hash), ifUsable),
    access: createResolveAccess(),
    adminKey: (hash) => adminKeys.get(hash) ?? records.load(adminKeys, hash, loaders.adminKey, hash),
    credential(ref) {
      const key = accountPath(ref)
      return credentials.get(key) ?? records.load(credentials, key, loaders.credential, ref)
    },
    renewed: (ref, { version }) => records.renewed(ref, version),
    quota: (tenant) => quotas.get(tenant) ?? records.load(quotas, tenant, loaders.quota, tenant),
    close: store.changes.listen((change) => records.forget(change)),
  }
}
