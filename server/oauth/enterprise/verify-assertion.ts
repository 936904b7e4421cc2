import { asUnixSeconds, exactSecondsOf, type UnixSeconds } from '@patchbay/core/time'
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import type { EnterpriseIssuer } from '../../configuration/enterprise-issuers.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { publicAlgorithms } from '../protocol/remote-keys.ts'
import type { KeySets } from './key-sets.ts'

/** The claims of a verified assertion. */
export interface Assertion {
  readonly issuer: EnterpriseIssuer
  readonly subject: string
  readonly id: string
  /** Unix seconds: from then on it is refused for its age. */
  readonly refusedFrom: UnixSeconds
  readonly claims: Readonly<JWTPayload>
}

export interface AssertionCheck {
  readonly issuers: readonly EnterpriseIssuer[]
  readonly keySets: KeySets
  /** The gateway's own issuer. */
  readonly audience: string
  readonly clientId: string
  readonly now: Date
}

/** The tolerated difference between the clocks of the issuer and the gateway. */
const skewSeconds = 30
/** Each used assertion is remembered until it expires, and a stolen one may be used until then. */
const longestSeconds = 3600
const longestText = 500

export const invalidAssertion = (why: string): OAuthError => new OAuthError('invalid_grant', `The assertion ${why}`)

/** Not verified: it only says whose keys to ask. */
const findIssuer = (assertion: string, issuers: readonly EnterpriseIssuer[]): EnterpriseIssuer => {
  try {
    const { iss } = decodeJwt(assertion)
    const issuer = issuers.find(({ issuer }) => issuer === iss)
    if (issuer) return issuer
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    throw invalidAssertion('is not a JWT')
  }
  throw invalidAssertion('is from an issuer that this gateway does not know')
}

/** The messages of jose name the header or claim that is wrong, never a value. */
const verify = async (assertion: string, issuer: EnterpriseIssuer, { keySets, audience, now }: AssertionCheck) => {
  const keys = await keySets(issuer)
  try {
    const { payload } = await jwtVerify(assertion, keys, {
      issuer: issuer.issuer,
      audience,
      algorithms: publicAlgorithms,
      typ: 'oauth-id-jag+jwt',
      requiredClaims: ['sub', 'jti', 'iat', 'exp', 'client_id'],
      clockTolerance: skewSeconds,
      maxTokenAge: longestSeconds,
      currentDate: now,
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) throw invalidAssertion(`is refused: ${error.message}`)
    throw error
  }
}

const readTextClaim = (claims: JWTPayload, name: string): string => {
  const value = claims[name]
  if (typeof value === 'string' && value !== '' && value.length <= longestText) return value
  throw invalidAssertion(`must have a text of at most ${longestText} characters as its ${name}`)
}

/**
 * Verifies an Identity Assertion JWT Authorization Grant (draft-ietf-oauth-identity-assertion-authz-grant, "Processing Rules";
 * MCP's enterprise-managed authorization, sections 5.1 and 6.4). Throws `invalid_grant`; UNAVAILABLE while the issuer's keys can't
 * be read. Whether the assertion was used before is for the caller to check.
 */
export const verifyAssertion = async (assertion: string, check: AssertionCheck): Promise<Assertion> => {
  const issuer = findIssuer(assertion, check.issuers)
  const claims = await verify(assertion, issuer, check)
  // RFC 7523 lets an assertion have several audiences; this one is for a single authorization server.
  if (Array.isArray(claims.aud) && claims.aud.length !== 1) throw invalidAssertion('must have one aud')
  if (claims.client_id !== check.clientId) throw invalidAssertion('was issued to another client')
  const { exp = 0 } = claims
  if (exp > exactSecondsOf(check.now) + longestSeconds) {
    throw invalidAssertion(`must expire within ${longestSeconds} s`)
  }
  return {
    issuer,
    claims,
    subject: readTextClaim(claims, 'sub'),
    id: readTextClaim(claims, 'jti'),
    refusedFrom: asUnixSeconds(Math.ceil(exp) + skewSeconds),
  }
}
