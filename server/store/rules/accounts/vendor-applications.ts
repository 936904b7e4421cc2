import type { VendorApplicationRecord, VendorApplicationRef, VendorApplications } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'
import { tenantTable } from './tenant-table.ts'

export const vendorApplicationTable = defineTable<VendorApplicationRecord, 'provider' | 'tenant'>({
  name: 'apps',
  bound: { kind: 'people', text: 'until it is deleted, or its tenant is' },
  key: ['provider', 'tenant'],
  columns: { scopes: 'json', issuers: 'json', former: 'json' },
  indexes: [{ on: { tenant: 1 } }],
  tenant: 'tenant',
  earlier: () => ({ issuers: null, secret_expires_at: null, former: [] }),
})

const readAppRef = ({ provider, tenant }: VendorApplicationRef): VendorApplicationRef => ({ provider, tenant })

export const createVendorApplications = (store: RecordStore): VendorApplications => {
  const get = (ref: VendorApplicationRef): Promise<VendorApplicationRecord | undefined> =>
    store.read(vendorApplicationTable.at(ref))
  return {
    put: (app, now, seen) =>
      // The tenant is the scope, so that removing the tenant conflicts.
      store.change(
        app.tenant || `app ${app.provider}`,
        { tenant: tenantTable.at({ id: app.tenant }), current: vendorApplicationTable.at(app) },
        ({ tenant, current }) => {
          if (app.tenant !== '' && !tenant) return { answer: 'TENANT_NOT_FOUND' }
          if (seen !== undefined && seen !== (current?.version ?? null)) return { answer: 'changed' }
          const updated_at = isoTime(now)
          const created_at = current?.created_at ?? updated_at
          // A later version may have added members: they stay.
          const record = { ...current, ...app, version: crypto.randomUUID(), created_at, updated_at }
          return { answer: current ? 'replaced' : 'created', writes: [vendorApplicationTable.put(record)] }
        },
      ),
    get,
    find: async (ref) => (await get(ref)) ?? (await get({ ...ref, tenant: '' })),
    list: () => store.read(vendorApplicationTable.list({}, { sort: ['provider', 'tenant'] })),
    remove: async (ref, version) =>
      (await store.write(vendorApplicationTable.remove({ ...readAppRef(ref), version }))) > 0,
    reseal: async (ref, version, { sealed_client_secret, former }) =>
      (await store.write(
        vendorApplicationTable.update({ ...readAppRef(ref), version }, { sealed_client_secret, former }),
      )) > 0,
  }
}
