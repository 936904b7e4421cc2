import { createHash, timingSafeEqual } from 'node:crypto'
import { type AuthorizationCodeRecord, hashToken, type OAuthClientRecord } from '@patchbay/core/store'
import { AuditedError } from '../../forms/endpoint.ts'
import { requireParameter } from '../../forms/read-form.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import type { OAuthParts } from '../protocol/oauth-parts.ts'
import { makeFamily, makeTokens } from '../protocol/secrets.ts'
import { checkResource, type GrantHandler, grantKey, invalidGrant, tokenReply } from './grant.ts'

const refused = () => new OAuthError(...invalidGrant('authorization code'))

/** RFC 7636, section 4.6, method S256. */
const isVerified = (verifier: string, challenge: string): boolean => {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const digest = createHash('sha256').update(verifier).digest()
  const wanted = Buffer.from(challenge, 'base64url')
  return digest.length === wanted.length && timingSafeEqual(digest, wanted)
}

/**
 * True if this client may exchange the code. OAuth 2.1 (section 10.2) leaves out `redirect_uri` here, because PKCE protects the
 * code. If a client sends it, as in OAuth 2.0, it must be that of the authorization request.
 */
const isRightful = (code: AuthorizationCodeRecord, client: OAuthClientRecord, form: ReadonlyMap<string, string>) =>
  code.client_id === client.client_id &&
  (form.get('redirect_uri') ?? code.redirect_uri) === code.redirect_uri &&
  isVerified(requireParameter(form, 'code_verifier'), code.code_challenge)

/** A code that is used again has leaked, so the tokens issued for it are revoked (RFC 6749, section 4.1.2). */
const refuseUsed = async ({ store }: OAuthParts, hash: string, { client_id }: OAuthClientRecord): Promise<never> => {
  const ended = await store.grants.revokeByCode(hash, client_id)
  if (!ended) throw refused()
  const auditEvent = { action: 'reuse_code', tenant: ended.tenant_id, key: grantKey(ended) }
  throw new AuditedError(auditEvent, ...invalidGrant('authorization code'))
}

/** Exchanges an authorization code for tokens (OAuth 2.1, section 4.1.3). */
export const authorizationCode: GrantHandler = async (parts, client, form, exchange) => {
  const { store, baseUrl, now = () => new Date() } = parts
  const hash = hashToken(requireParameter(form, 'code'))
  const moment = now()
  const code = await store.authorizationCodes.find(hash, moment)
  if (!code) return refuseUsed(parts, hash, client)
  exchange.hasKnownSecret = true
  // A wrong guess doesn't use up the code, which is worthless without the verifier.
  if (!isRightful(code, client, form)) throw refused()
  checkResource(baseUrl(), form)

  const family = makeFamily()
  const { answer, records } = makeTokens(family, moment)
  const grant = { grant_id: Bun.randomUUIDv7(), client_name: client.client_name, family: hashToken(family), ...records }
  if (!(await store.authorizationCodes.claim(hash, grant, moment))) return refuseUsed(parts, hash, client)
  return {
    reply: tokenReply(answer, code.scope),
    auditEvent: {
      action: 'issue_token',
      tenant: code.tenant_id,
      key: grantKey({ ...code, ...grant }),
      tokenId: records.access.hash.slice(0, 12),
    },
  }
}
