import type { AccountRef } from '@patchbay/core/store'

/** The parameters of `ofAccount`. */
export type AccountKey = [tenant: string, provider: string, account: string]

export const accountKey = ({ tenant, provider, account }: AccountRef): AccountKey => [tenant, provider, account]

export const ofAccount = 'tenant = ? AND provider = ? AND account = ?'
