import { type AdminRole, adminRoles, hashToken } from '@patchbay/core/store'
import { asUnixSeconds, type UnixSeconds } from '@patchbay/core/time'
import type { IDToken } from 'oauth4webapi'
import type { OidcClient } from '../../configuration/oidc.ts'

/** Somebody whom the identity provider vouches for. */
export interface SignedInPerson {
  /** The `token_id` of the person's audit entries. */
  readonly id: string
  /** The display name. Some providers let users choose it, so it decides nothing. */
  readonly name: string
  readonly subject: string
  /** `undefined`: no value of a claim is mapped to a role. */
  readonly role: AdminRole | undefined
  /** The time of the provider's sign-in prompt, in Unix seconds; `undefined`: not reported. */
  readonly signedInAt: UnixSeconds | undefined
}

const longestName = 100

/** One line; the console shows it as text only. */
const toSingleLine = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
        .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
        .trim()
        .slice(0, longestName)
    : undefined

const readClaimValues = (claims: IDToken, claim: string): readonly unknown[] => {
  const value = claims[claim]
  // An address that nobody has verified is whatever its user typed (OpenID Connect Core 1.0, section 5.7).
  if (claim === 'email' && claims.email_verified !== true) return []
  return Array.isArray(value) ? value : [value]
}

/** The highest role that a value of a claim is mapped to. */
const findRole = (claims: IDToken, roles: OidcClient['roles']): AdminRole | undefined => {
  const mapped = Object.entries(roles).flatMap(([claim, byValue]) =>
    readClaimValues(claims, claim).map((value) => (typeof value === 'string' ? byValue[value] : undefined)),
  )
  return adminRoles.findLast((role) => mapped.includes(role))
}

export const readSignedInPerson = (
  claims: IDToken,
  { issuer, roles }: Pick<OidcClient, 'issuer' | 'roles'>,
): SignedInPerson => {
  const subject = toSingleLine(claims.sub) ?? ''
  const email = claims.email_verified === false ? undefined : toSingleLine(claims.email)
  return {
    id: hashToken(JSON.stringify([issuer, claims.sub])).slice(0, 12),
    name: email || toSingleLine(claims.preferred_username) || subject,
    subject,
    role: findRole(claims, roles),
    signedInAt: typeof claims.auth_time === 'number' ? asUnixSeconds(Math.floor(claims.auth_time)) : undefined,
  }
}
