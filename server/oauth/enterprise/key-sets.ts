import { describeThrown, GatewayError } from '@patchbay/core/errors'
import type { Fetcher } from '@patchbay/core/fetch'
import { inBackground } from '@patchbay/core/in-background'
import type { JWTVerifyGetKey } from 'jose'
import type { EnterpriseIssuer } from '../../configuration/enterprise-issuers.ts'
import { EndpointRefusal } from '../../forms/endpoint.ts'
import { parseStrictJson } from '../../http/read/strict-json.ts'
import { errorAnswer } from '../protocol/oauth-error.ts'
import { createJsonGetter, createRemoteKeys } from '../protocol/remote-keys.ts'

/** The keys of the configured issuers. Throws UNAVAILABLE while an issuer can't be asked. */
export type KeySets = (issuer: EnterpriseIssuer) => Promise<JWTVerifyGetKey>

/** The time for which the address of the keys is trusted. The keys themselves are read again as jose does: for a new key id, and after 10 minutes. */
const placeMs = 3_600_000

/** The reason is for the log: it may name hosts that are nobody else's business. */
const unavailable = (issuer: string, cause: unknown): EndpointRefusal => {
  const message = `The keys of ${issuer} can not be read at the moment; try again`
  const error = new GatewayError('UNAVAILABLE', message, { retryAfter: 5 })
  return new EndpointRefusal(errorAnswer(error), error.code, `${message}: ${describeThrown(cause)}`)
}

/** The possible addresses of an issuer's metadata: OpenID Connect Discovery 1.0, section 4, and RFC 8414, section 3.1. */
const metadataUrls = (issuer: string): readonly string[] => {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ]
}

export const createKeySets = (fetcher: Fetcher): KeySets => {
  const get = createJsonGetter(fetcher)

  /** Both sections above ask to check that the metadata are the issuer's own. */
  const discover = async (issuer: string): Promise<string> => {
    const [first = '', second = ''] = metadataUrls(issuer)
    const { bytes } = await get(first).catch(() => get(second))
    const metadata = parseStrictJson(new TextDecoder().decode(bytes))
    if (metadata.issuer !== issuer) throw new Error('the metadata name another issuer')
    if (typeof metadata.jwks_uri !== 'string') throw new Error('the metadata have no jwks_uri')
    return metadata.jwks_uri
  }

  const open = async ({ issuer, jwks_uri }: EnterpriseIssuer): Promise<JWTVerifyGetKey> => {
    const failed = (cause: unknown): never => {
      throw unavailable(issuer, cause)
    }
    const url = jwks_uri ?? (await discover(issuer).catch(failed))
    return createRemoteKeys(fetcher, url, failed)
  }

  const opened = new Map<string, { readonly keys: Promise<JWTVerifyGetKey>; readonly until: number }>()
  return (issuer) => {
    const current = opened.get(issuer.issuer)
    if (current && current.until > performance.now()) return current.keys
    const keys = open(issuer)
    opened.set(issuer.issuer, { keys, until: performance.now() + placeMs })
    inBackground(
      keys.catch(() => opened.delete(issuer.issuer)),
      'read_keys',
    )
    return keys
  }
}
