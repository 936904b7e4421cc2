import type { TenantSecretRecord, TenantSecrets } from '@patchbay/core/store'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

export const tenantSecretTable = defineTable<TenantSecretRecord, 'tenant'>({
  name: 'tenant_secrets',
  bound: { kind: 'count', text: 'one for each tenant' },
  key: ['tenant'],
  tenant: 'tenant',
})

export const createTenantSecrets = (store: RecordStore): TenantSecrets => ({
  get: (tenant) => store.read(tenantSecretTable.at({ tenant })),
  add: (secret) =>
    store.change(secret.tenant, { current: tenantSecretTable.at(secret) }, ({ current }) =>
      current ? { answer: current } : { answer: secret, writes: [tenantSecretTable.put(secret)] },
    ),
  reseal: async ({ tenant, sealed: before }, sealed) =>
    (await store.write(tenantSecretTable.update({ tenant, sealed: before }, { sealed }))) > 0,
})
