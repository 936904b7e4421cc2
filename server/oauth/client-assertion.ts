import { describeThrown, GatewayError } from '@patchbay/core/errors'
import type { Fetcher } from '@patchbay/core/fetch'
import { hashToken } from '@patchbay/core/store'
import { asUnixSeconds, exactSecondsOf } from '@patchbay/core/time'
import { createLocalJWKSet, decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { AuditedError } from '../forms/endpoint.ts'
import type { ClientKeys } from './protocol/client-document.ts'
import type { ClientDocuments } from './protocol/client-documents.ts'
import { OAuthError } from './protocol/oauth-error.ts'
import { clock, type OAuthParts } from './protocol/oauth-parts.ts'
import { createRemoteKeys, publicAlgorithms } from './protocol/remote-keys.ts'

/** RFC 7523, section 2.2. */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** The tolerated difference between the clocks of the client and the gateway. */
const skewSeconds = 30
/** Each used assertion is remembered until it expires. */
const longestSeconds = 3600
const longestId = 500
const keySetMs = 3_600_000

const refused = (why: string): OAuthError => new OAuthError('invalid_client', `The client_assertion ${why}`, 401)

const asRefusal = (error: unknown): unknown =>
  error instanceof errors.JOSEError ? refused(`is refused: ${error.message}`) : error

/** The client that an assertion claims to be of, which is not verified; for a form without `client_id`. */
export const readAssertionSubject = (assertion: string): string => {
  try {
    const { sub } = decodeJwt(assertion)
    if (typeof sub === 'string') return sub
  } catch (error) {
    throw asRefusal(error)
  }
  throw refused('must have the client_id as its sub')
}

const unavailable = (cause: unknown): never => {
  throw new GatewayError('UNAVAILABLE', 'The keys of the client can not be read at the moment; try again', {
    retryAfter: 5,
    cause: describeThrown(cause),
  })
}

/** A list of audiences may hold spellings of this gateway alone: another server could use the assertion here. */
const checkAudience = ({ aud }: JWTPayload, own: readonly string[]): void => {
  if ([aud ?? []].flat().some((audience) => !own.includes(audience)))
    throw refused(`must have ${own[0]} as its only aud`)
}

export interface ClientAssertions {
  /**
   * Verifies that a client with a metadata document signed the assertion (RFC 7523, section 3), and that it is its first use. Throws
   * `invalid_client`; UNAVAILABLE while the document or its keys can't be read; RATE_LIMITED.
   */
  verify(assertion: string, clientId: string, ip: string): Promise<void>
}

type AssertionParts = Pick<OAuthParts, 'store' | 'baseUrl' | 'now'> & { readonly fetcher: Fetcher }

/** `fetcher` reaches public addresses only, as strangers choose where their keys are. */
export const createClientAssertions = (parts: AssertionParts, documents: ClientDocuments): ClientAssertions => {
  const { store, baseUrl, fetcher } = parts
  const remote = new LRUCache<string, JWTVerifyGetKey>({ max: 100, ttl: keySetMs })

  const openKeys = ({ source }: ClientKeys): JWTVerifyGetKey => {
    if (typeof source !== 'string') return createLocalJWKSet(source)
    const opened = remote.get(source) ?? createRemoteKeys(fetcher, source, unavailable)
    remote.set(source, opened)
    return opened
  }

  const verifySigned = async (assertion: string, clientId: string, keys: ClientKeys, now: Date) => {
    const base = baseUrl()
    const audience = [base, `${base}/oauth/token`, `${base}/oauth/revoke`]
    try {
      const { payload } = await jwtVerify(assertion, openKeys(keys), {
        issuer: clientId,
        subject: clientId,
        audience,
        algorithms: publicAlgorithms.filter((name) => keys.algorithm === undefined || name === keys.algorithm),
        requiredClaims: ['exp'],
        clockTolerance: skewSeconds,
        currentDate: now,
      })
      checkAudience(payload, audience)
      return payload
    } catch (error) {
      throw asRefusal(error)
    }
  }

  return {
    async verify(assertion, clientId, ip) {
      const keys = await documents.findKeys(clientId, ip)
      if (!keys) throw refused('can not be verified: the client metadata document has no jwks_uri and no jwks')
      const now = clock(parts)
      const { exp = 0, jti = assertion } = await verifySigned(assertion, clientId, keys, now)
      if (exp > exactSecondsOf(now) + longestSeconds) throw refused(`must expire within ${longestSeconds} s`)
      if (typeof jti !== 'string' || (jti !== assertion && jti.length > longestId)) throw refused('has an unusable jti')
      const hash = hashToken(JSON.stringify(['client_assertion', clientId, jti]))
      const used = { hash, expires_at: asUnixSeconds(Math.ceil(exp) + skewSeconds) }
      if (await store.usedAssertions.use(used, now)) return
      const auditEvent = { action: 'reuse_assertion', tenant: null, key: `clients/${clientId}` }
      throw new AuditedError(auditEvent, 'invalid_client', 'The client_assertion was used before', 401)
    },
  }
}
