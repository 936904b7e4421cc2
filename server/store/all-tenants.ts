import type { Store, TenantRecord } from '@patchbay/core/store'

const pageSize = 100

/** Every tenant, by id, read page by page: one that is put or removed meanwhile may be among them or not. */
export async function* allTenants({ tenants }: Pick<Store, 'tenants'>): AsyncGenerator<TenantRecord> {
  for (let after: string | undefined; ; ) {
    const page = await tenants.list({ limit: pageSize, ...(after !== undefined && { after }) })
    yield* page
    after = page.at(-1)?.id
    if (after === undefined || page.length < pageSize) return
  }
}
