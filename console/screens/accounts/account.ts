import type { Tone } from '../../parts/inline/badge.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'

export type ListedAccount = ApiSchemas['ConfiguredAccount']

export const accountTones: Readonly<Record<ListedAccount['state'], Tone>> = {
  valid: 'good',
  expiring_soon: 'warn',
  expired: 'wrong',
  rejected: 'wrong',
  needs_reauth: 'wrong',
  silent: 'wrong',
  missing: 'plain',
}

/** `hubspot/main`: an account within its tenant. */
export const formatAccount = ({ provider, account_id }: Pick<ListedAccount, 'provider' | 'account_id'>): string =>
  `${provider}/${account_id}`

/** `acme/hubspot/main`: an account of all. */
export const formatAccountKey = (account: Pick<ListedAccount, 'tenant_id' | 'provider' | 'account_id'>): string =>
  `${account.tenant_id}/${formatAccount(account)}`

export const accountParams = ({ tenant_id, provider, account_id }: ListedAccount) => ({
  path: { tenant: tenant_id, provider, account: account_id },
})

export const hasCredential = ({ state }: ListedAccount): boolean => state !== 'missing'
