import { LRUCache } from 'lru-cache'
import { type Credential, openCredential } from '../refresh/index.ts'
import type { AccountRef, BearerTokenRecord, Change, Store, TenantRecord } from '../store/index.ts'
import type { Vault } from '../vault/index.ts'

/** What calls need of the store, kept in bounded memory and forgotten when it changes. */
export interface Known {
  tenant(id: string): Promise<TenantRecord | undefined>
  bearerToken(hash: string): Promise<BearerTokenRecord | undefined>
  credential(ref: AccountRef): Promise<Credential | undefined>
  close(): void
}

const most = 20_000

const credentialKey = (ref: AccountRef): string => `${ref.tenant}/${ref.provider}/${ref.account}`

export const createKnown = (store: Store, vault: Vault): Known => {
  const tenants = new LRUCache<string, TenantRecord>({ max: most })
  const tokens = new LRUCache<string, BearerTokenRecord>({ max: most })
  const credentials = new LRUCache<string, Credential>({ max: most })
  /** Moves on with every change, so that what was read before one is not kept after it. */
  let epoch = 0

  const through = async <T extends object>(
    cache: LRUCache<string, T>,
    key: string,
    load: () => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    const begun = epoch
    const value = await load()
    if (value !== undefined && begun === epoch) cache.set(key, value)
    return value
  }

  const open = async (ref: AccountRef): Promise<Credential | undefined> => {
    const record = await store.credentials.get(ref)
    return record && openCredential(vault, record)
  }

  const forgetTenant = (tenant: string): void => {
    tenants.delete(tenant)
    for (const [hash, token] of tokens.entries()) if (token.tenant_id === tenant) tokens.delete(hash)
    for (const key of credentials.keys()) if (key.startsWith(`${tenant}/`)) credentials.delete(key)
  }

  const forget = (change: Change): void => {
    epoch++
    if (change.kind === 'tenant') forgetTenant(change.tenant)
    else if (change.kind === 'bearer-token') tokens.delete(change.hash)
    else if (change.kind === 'credential') credentials.delete(credentialKey(change))
    else for (const cache of [tenants, tokens, credentials]) cache.clear()
  }
  const close = store.changes.listen(forget)

  return {
    tenant: async (id) => tenants.get(id) ?? through(tenants, id, () => store.tenants.get(id)),
    bearerToken: async (hash) => tokens.get(hash) ?? through(tokens, hash, () => store.bearerTokens.find(hash)),
    credential: async (ref) => {
      const key = credentialKey(ref)
      return credentials.get(key) ?? through(credentials, key, () => open(ref))
    },
    close,
  }
}
