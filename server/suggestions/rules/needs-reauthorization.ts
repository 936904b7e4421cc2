import { hasCome } from '@patchbay/core/time'
import type { AccountEvidence, Rule } from '../evidence.ts'

const findReason = ({ credential, seed }: AccountEvidence, now: Date): string | undefined => {
  if (seed?.status === 'needs_reauth') {
    return `The provider no longer accepts the refresh token or key that is stored${seed.error === null ? '' : ` (${seed.error})`}. Have the account's owner connect it again by a link, or store a new refresh token or credential.`
  }
  const expiresAt = credential?.expires_at ?? null
  const hasExpired = expiresAt !== null && hasCome(expiresAt, now)
  if (credential?.rejected_at && !hasExpired) {
    return `The provider has answered 401 since ${credential.rejected_at}, and nothing has worked since: it may have been revoked, or may lack a permission. Have the account's owner connect it again by a link, or store another credential.`
  }
  if (seed || !hasExpired) return undefined
  return 'Its token has expired and nothing refreshes it. Store a new one, or what renews it, such as a refresh token (a seed).'
}

/** An account whose calls are refused until a person has authorized it again. */
export const needsReauthorization: Rule = ({ tenant, accounts, now }) =>
  accounts.flatMap((each) => {
    const detail = findReason(each, now)
    if (detail === undefined) return []
    const { provider, account } = each
    return {
      finding: `needs-reauthorization/${tenant.id}/${provider}/${account}`,
      tenant: tenant.id,
      kind: 'needs-reauthorization',
      severity: 'high',
      title: `${provider}/${account} needs re-authorization`,
      detail,
      evidence: `/admin/tokens/${tenant.id}/${provider}/${account}`,
    }
  })
