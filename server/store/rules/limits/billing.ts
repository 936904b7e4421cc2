import type { Billing, BillingRecord } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'
import { tenantTable } from '../accounts/tenant-table.ts'

export const billingTable = defineTable<BillingRecord, 'tenant'>({
  name: 'billing',
  bound: { kind: 'count', text: 'one for each tenant' },
  key: ['tenant'],
  columns: { hard_limit: 'flag' },
  tenant: 'tenant',
  earlier: ({ updated_at }) => ({ version: updated_at }),
})

export const createBilling = (store: RecordStore): Billing => ({
  put: (tenant, billing, now, check) => {
    const reads = { isTenant: tenantTable.at({ id: tenant }), current: billingTable.at({ tenant }) }
    return store.change(tenant, reads, ({ isTenant, current }) => {
      if (!isTenant) return { answer: 'TENANT_NOT_FOUND' }
      check?.(current)
      const record = { ...billing, tenant, updated_at: isoTime(now), version: crypto.randomUUID() }
      return {
        answer: record,
        // A later version may have added members: they stay.
        writes: [billingTable.put({ ...current, ...record })],
        changes: [{ kind: 'billing', tenant }],
      }
    })
  },
  get: (tenant) => store.read(billingTable.at({ tenant })),
})
