import { setImmediate } from 'node:timers/promises'
import { readTenantPosition, type Store, type TenantPosition, type TenantRecord } from '../store/index.ts'

const pageSize = 100

/**
 * Yields every tenant by id, page by page. A tenant that is added or removed meanwhile may or may not be included. Calls run
 * between two tenants: work for thousands of tenants at once would stop all calls, which share the only thread.
 */
export async function* allTenants({ tenants }: Pick<Store, 'tenants'>): AsyncGenerator<TenantRecord> {
  for (let after: TenantPosition | undefined; ; ) {
    const page = await tenants.list({ limit: pageSize, after })
    for (const tenant of page) {
      await setImmediate()
      yield tenant
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = readTenantPosition(last, 'id')
  }
}
