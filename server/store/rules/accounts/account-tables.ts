import type { AccountRef, CredentialRecord, SeedRecord } from '@patchbay/core/store'
import type { UnixMs } from '@patchbay/core/time'
import { atLeast } from '../../records/filter.ts'
import { defineTable, type RecordRead } from '../../records/table.ts'

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
  indexes: [
    byName,
    { on: { status: 1, due_at: 1 } },
    { on: { status: 1, expires_at: 1 } },
    { on: { provider: 1, client_id: 1, refreshed_at: 1 } },
  ],
  tenant: 'tenant',
  earlier: () => ({
    handover_id: null,
    application: null,
    refused_as: null,
    refused_since: null,
    refreshed_at: null,
  }),
})

/** A seed of this client for which the endpoint has given a token since that time. */
export const findRefreshed = (
  { provider, client_id }: Pick<SeedRecord, 'provider' | 'client_id'>,
  since: UnixMs,
): RecordRead<SeedRecord | undefined> => seedTable.first({ provider, client_id, refreshed_at: atLeast(since) })
