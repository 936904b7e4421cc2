import type { TenantDigests } from '../effects/index.ts'

/**
 * The secret in the link for people who decide. It follows from the tenant's secret, so that whoever asked can be told the address at any time:
 * only its hash is stored.
 */
export const linkSecret = (digests: TenantDigests, approvalId: string): string =>
  Buffer.from(digests.key('approval link', approvalId)).toString('base64url')
