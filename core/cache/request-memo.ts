import { LRUCache } from 'lru-cache'
import type { Access } from '../access/index.ts'
import type { PreparedCall } from '../context/index.ts'
import type { TenantRecord } from '../store/index.ts'

/**
 * Remembers prepared calls: a body with the same bytes, for the same domain and configuration, is the same call and needn't be
 * parsed, checked and hashed again. Only calls that the cache answered are kept, so a call that is made once costs no memory.
 */
export interface RequestMemo {
  /** Finds a prepared call. `access`: the account chosen for a call that names none depends on the caller's access. */
  find(tenant: TenantRecord, access: Access, domain: string, text: string): PreparedCall | undefined
  keep(tenant: TenantRecord, access: Access, domain: string, text: string, call: PreparedCall): void
  forgetTenant(tenant: string): void
  forgetAll(): void
}

const most = 1000
/** The most characters of a remembered body; longer bodies are rarely sent twice. */
const longest = 2048

export const createRequestMemo = (): RequestMemo => {
  const calls = new LRUCache<string, { readonly call: PreparedCall; readonly tenant: TenantRecord }>({ max: most })
  const buildKey = (tenant: TenantRecord, access: Access, domain: string, text: string): string =>
    `${tenant.id}/${access.id}/${domain}/${text}`
  return {
    find(tenant, access, domain, text) {
      const entry = calls.get(buildKey(tenant, access, domain, text))
      // After a change of the tenant's configuration its record is another object.
      return entry?.tenant === tenant ? entry.call : undefined
    },
    keep(tenant, access, domain, text, call) {
      if (text.length <= longest) calls.set(buildKey(tenant, access, domain, text), { call, tenant })
    },
    forgetTenant(tenant) {
      for (const key of [...calls.keys()]) if (key.startsWith(`${tenant}/`)) calls.delete(key)
    },
    forgetAll() {
      calls.clear()
    },
  }
}
