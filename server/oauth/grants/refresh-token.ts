import { isWithin, narrowed } from '@patchbay/core/access'
import { type GrantRecord, hasExpired, hashToken } from '@patchbay/core/store'
import { findAudience } from '../protocol/audiences.ts'
import { AuditedError, type OAuthParts } from '../protocol/endpoint.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { required } from '../protocol/read-form.ts'
import { readScope } from '../protocol/scope.ts'
import { familyOf, makeTokens, presented } from '../protocol/secrets.ts'
import { checkResource, type Grant, grantKey, invalidGrant, tokenReply } from './grant.ts'

/** How long an old refresh token still works, in case the answer with the new one was lost. */
const graceMs = 30_000

const refused = () => new OAuthError(...invalidGrant('refresh token'))

/**
 * The scope of the new access token, where the client asks for less than its grant has: the grant itself stays as it is. Throws
 * `invalid_scope` if the client asks for more (RFC 6749, section 6).
 */
const ownScope = (
  form: ReadonlyMap<string, string>,
  { scope }: Pick<GrantRecord, 'scope'>,
  domains: OAuthParts['domains'],
): string | null => {
  const asked = readScope(form.get('scope'), domains)
  if (!asked) return null
  if (scope === null) return asked.join(' ')
  const granted = scope.split(' ')
  if (!isWithin(asked, granted, domains)) {
    throw new OAuthError('invalid_scope', `The scope must be within ${scope}, which the user granted`)
  }
  // In the grant's own terms: what was asked may cover more once another provider is registered.
  return narrowed(asked, [{ allow: granted }], domains).join(' ')
}

/** Exchanges a refresh token for new tokens (OAuth 2.1, section 4.3). Each use replaces the refresh token. */
export const refreshToken: Grant = async ({ store, domains, baseUrl, now = () => new Date() }, client, form) => {
  const token = required(form, 'refresh_token')
  checkResource(baseUrl(), form)
  const family = familyOf(token)
  if (family === undefined) throw refused()
  const moment = now()
  const grant = await store.grants.findByFamily(hashToken(family))
  if (grant?.client_id !== client.client_id || grant.expires_at * 1000 <= moment.getTime()) throw refused()
  // After a change of BASE_URL, new tokens of this grant would be refused; the client has to ask its user again.
  if (findAudience(baseUrl(), grant.resource) === undefined) throw refused()
  const tenantToken = grant.bearer_hash === null ? undefined : await store.tenantTokens.find(grant.bearer_hash)
  if (!tenantToken || hasExpired(tenantToken, moment.getTime())) throw refused()

  const scope = ownScope(form, grant, domains)
  const { answer, kept } = makeTokens(family, moment, scope)
  const outcome = await store.grants.refresh(presented(token, family), kept, { now: moment, graceMs })
  const target = { tenant: grant.tenant_id, key: grantKey(grant) }
  if (outcome === 'reused') {
    throw new AuditedError({ action: 'reuse_refresh_token', ...target }, ...invalidGrant('refresh token'))
  }
  if (outcome === 'unknown') throw refused()
  return {
    reply: tokenReply(answer, scope ?? grant.scope),
    auditEvent: { action: 'refresh_token', ...target, tokenId: kept.access.hash.slice(0, 12) },
  }
}
