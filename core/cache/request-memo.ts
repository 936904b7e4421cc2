import { LRUCache } from 'lru-cache'
import type { PreparedCall } from '../context/index.ts'
import type { TenantRecord } from '../store/index.ts'

/**
 * Calls that come again and again: a body with the same bytes, to the same domain, under the same configuration, is the
 * same call and need not be parsed, checked and hashed each time. Only what was answered from the cache gets here, so a
 * call that is made once costs no memory.
 */
export interface RequestMemo {
  find(tenant: TenantRecord, domain: string, text: string): PreparedCall | undefined
  keep(tenant: TenantRecord, domain: string, text: string, call: PreparedCall): void
  forgetTenant(tenant: string): void
}

const most = 1000
/** Characters; longer bodies are rarely sent twice. */
const longest = 2048

export const createRequestMemo = (): RequestMemo => {
  const calls = new LRUCache<string, { readonly call: PreparedCall; readonly tenant: TenantRecord }>({ max: most })
  const keyOf = (tenant: TenantRecord, domain: string, text: string): string => `${tenant.id}/${domain}/${text}`
  return {
    find(tenant, domain, text) {
      const found = calls.get(keyOf(tenant, domain, text))
      // The record is read anew after each change of the tenant's configuration.
      return found?.tenant === tenant ? found.call : undefined
    },
    keep(tenant, domain, text, call) {
      if (text.length <= longest) calls.set(keyOf(tenant, domain, text), { call, tenant })
    },
    forgetTenant(tenant) {
      for (const key of [...calls.keys()]) if (key.startsWith(`${tenant}/`)) calls.delete(key)
    },
  }
}
