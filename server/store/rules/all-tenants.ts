import { setImmediate } from 'node:timers/promises'
import type { Store, TenantRecord } from '@patchbay/core/store'

const pageSize = 100

/**
 * Every tenant, by id, read page by page: one that is put or removed meanwhile may be among them or not. The embedded
 * store answers on the only thread, and what is done for thousands would stop all calls: they get their turn in between.
 */
export async function* allTenants({ tenants }: Pick<Store, 'tenants'>): AsyncGenerator<TenantRecord> {
  for (let after: string | undefined; ; ) {
    const page = await tenants.list({ limit: pageSize, ...(after !== undefined && { after }) })
    for (const tenant of page) {
      await setImmediate()
      yield tenant
    }
    after = page.at(-1)?.id
    if (after === undefined || page.length < pageSize) return
  }
}
