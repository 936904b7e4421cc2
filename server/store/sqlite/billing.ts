import type { Billing, BillingRecord, Change } from '@patchbay/core/store'
import type { SqliteDatabase } from './database.ts'

export type BillingRow = Omit<BillingRecord, 'hard_limit'> & { readonly hard_limit: 0 | 1 }

export const billingRecordOf = (row: BillingRow): BillingRecord => ({ ...row, hard_limit: row.hard_limit === 1 })

export const billingRowOf = (record: BillingRecord): BillingRow => ({
  ...record,
  hard_limit: record.hard_limit ? 1 : 0,
})

export const sqliteBilling = (db: SqliteDatabase, announce: (change: Change) => void): Billing => {
  const isTenant = db.query<object, [id: string]>('SELECT 1 FROM tenants WHERE id = ?')
  const get = db.query<BillingRow, [tenant: string]>('SELECT * FROM billing WHERE tenant = ?')
  const replace = db.query<never, [BillingRow]>(
    `INSERT OR REPLACE INTO billing
     (tenant, plan, currency, included_calls, price_per_call, monthly_limit, hard_limit, updated_at,
      version)
     VALUES ($tenant, $plan, $currency, $included_calls, $price_per_call, $monthly_limit, $hard_limit, $updated_at,
      $version)`,
  )
  const find = (tenant: string): BillingRecord | undefined => {
    const row = get.get(tenant)
    return row ? billingRecordOf(row) : undefined
  }
  return {
    async put(tenant, billing, now, check) {
      const record = { ...billing, tenant, updated_at: now.toISOString(), version: crypto.randomUUID() }
      const stored = await db.write(() => {
        if (!isTenant.get(tenant)) return false
        check?.(find(tenant))
        replace.run(billingRowOf(record))
        return true
      })
      if (!stored) return 'TENANT_NOT_FOUND'
      announce({ kind: 'billing', tenant })
      return record
    },
    get: (tenant) => db.read(() => find(tenant)),
  }
}
