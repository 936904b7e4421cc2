import { LRUCache } from 'lru-cache'
import type { Prepared } from '../context/index.ts'
import type { TenantRecord } from '../store/index.ts'
import type { Kept } from './cache-entry.ts'

/** A call whose answer came from the cache, to be known again by the text of its body. */
export interface MemoizedRequest {
  readonly prepared: Prepared
  readonly kept: Kept
}

/**
 * Calls that come again and again: a body with the same bytes, to the same domain, under the same configuration, is the
 * same call and need not be parsed, checked and hashed each time. Only what was answered from the cache gets here, so a
 * call that is made once costs no memory.
 */
export interface RequestMemo {
  find(tenant: TenantRecord, domain: string, text: string): MemoizedRequest | undefined
  keep(tenant: TenantRecord, domain: string, text: string, repeat: MemoizedRequest): void
  forgetTenant(tenant: string): void
}

const most = 1000
/** Characters; longer bodies are rarely sent twice. */
const longest = 2048

export const createRequestMemo = (): RequestMemo => {
  const repeats = new LRUCache<string, MemoizedRequest & { readonly tenant: TenantRecord }>({ max: most })
  const keyOf = (tenant: TenantRecord, domain: string, text: string): string => `${tenant.id}/${domain}/${text}`
  return {
    find(tenant, domain, text) {
      const found = repeats.get(keyOf(tenant, domain, text))
      // The record is read anew after each change of the tenant's configuration.
      return found?.tenant === tenant ? found : undefined
    },
    keep(tenant, domain, text, repeat) {
      if (text.length <= longest) repeats.set(keyOf(tenant, domain, text), { ...repeat, tenant })
    },
    forgetTenant(tenant) {
      for (const key of [...repeats.keys()]) if (key.startsWith(`${tenant}/`)) repeats.delete(key)
    },
  }
}
