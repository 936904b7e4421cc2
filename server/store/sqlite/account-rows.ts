import type { AccountRef } from '@patchbay/core/store'

/** What a table that is keyed by account is asked with. */
export type AccountKey = [tenant: string, provider: string, account: string]

export const accountKey = ({ tenant, provider, account }: AccountRef): AccountKey => [tenant, provider, account]

export const ofAccount = 'tenant = ? AND provider = ? AND account = ?'
