import type { AccountRef, CredentialRecord, SeedRecord } from '@patchbay/core/store'
import { defineTable } from '../../records/table.ts'

const key = ['tenant', 'provider', 'account'] as const
const byName = { on: { tenant: 1, provider: 1, account: 1 } } as const

export const readAccountRef = ({ tenant, provider, account }: AccountRef): AccountRef => ({ tenant, provider, account })

export const credentialTable = defineTable<CredentialRecord, keyof AccountRef>({
  name: 'credentials',
  bound: { kind: 'count', text: 'one for each account' },
  key,
  indexes: [byName, { on: { expires_at: 1 } }],
  tenant: 'tenant',
  earlier: () => ({ rejected_at: null, handover_id: null }),
})

export const seedTable = defineTable<SeedRecord, keyof AccountRef>({
  name: 'seeds',
  bound: { kind: 'count', text: 'one for each account' },
  key,
  indexes: [byName, { on: { status: 1, due_at: 1 } }, { on: { status: 1, expires_at: 1 } }],
  tenant: 'tenant',
  earlier: () => ({ handover_id: null }),
})
