import type { AccountRef } from '@patchbay/core/store'

/** What a table that is keyed by account is asked with. */
export type AccountKey = [tenant: string, provider: string, account: string]

export const accountKey = ({ tenant, provider, account }: AccountRef): AccountKey => [tenant, provider, account]

export const ofAccount = 'tenant = ? AND provider = ? AND account = ?'

/** The table's next page: a row value is compared column by column, which is the order of the table itself. */
export const pageOf = (table: string): string =>
  `SELECT * FROM ${table} WHERE (tenant, provider, account) > (?, ?, ?) ORDER BY tenant, provider, account LIMIT ?`

/** Before every account. */
export const noAccount: AccountRef = { tenant: '', provider: '', account: '' }
