import { isWithin, narrowPatterns, parseGrantScope, printGrantScope } from '@patchbay/core/access'
import { type GrantRecord, hashToken, hasTokenExpired } from '@patchbay/core/store'
import { hasCome, msOf } from '@patchbay/core/time'
import { AuditedError } from '../../forms/endpoint.ts'
import { requireParameter } from '../../forms/read-form.ts'
import { findAudience } from '../protocol/audiences.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { clock, type OAuthParts } from '../protocol/oauth-parts.ts'
import { readScope } from '../protocol/scope.ts'
import { hashRefreshToken, makeTokens, parseTokenFamily } from '../protocol/secrets.ts'
import { checkResource, type GrantHandler, grantKey, invalidGrant, tokenReply } from './grant.ts'

/** The time for which an old refresh token still works, in case the answer with the new one was lost. */
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
  const requested = readScope(form.get('scope'), domains)
  if (!requested) return null
  const granted = parseGrantScope(scope)
  // The user's choice of actions to be asked about stays, whatever the client sends.
  const ask = [...granted.ask, ...requested.ask]
  if (!requested.allow || !granted.allow) return printGrantScope({ allow: requested.allow ?? granted.allow, ask })
  if (!isWithin(requested.allow, granted.allow, domains)) {
    throw new OAuthError('invalid_scope', `The scope must be within ${scope}, which the user granted`)
  }
  // Printed in the grant's own terms: the requested ones may cover more once another provider is registered.
  return printGrantScope({ allow: narrowPatterns(requested.allow, [{ allow: granted.allow }], domains), ask })
}

/** Exchanges a refresh token for new tokens (OAuth 2.1, section 4.3). Each use replaces the refresh token. */
export const refreshToken: GrantHandler = async (parts, client, form, exchange) => {
  const { store, domains, baseUrl } = parts
  const token = requireParameter(form, 'refresh_token')
  const family = parseTokenFamily(token)
  if (family === undefined) throw refused()
  const moment = clock(parts)
  const grant = await store.grants.findByFamily(hashToken(family))
  exchange.hasKnownSecret = grant !== undefined
  checkResource(baseUrl(), form)
  if (grant?.client_id !== client.client_id || hasCome(grant.expires_at, moment)) throw refused()
  // After a change of BASE_URL, new tokens of this grant would be refused; the client has to ask its user again.
  if (findAudience(baseUrl(), grant.resource) === undefined) throw refused()
  const tenantToken = grant.bearer_hash === null ? undefined : await store.tenantTokens.find(grant.bearer_hash)
  if (!tenantToken || hasTokenExpired(tenantToken, msOf(moment))) throw refused()

  const scope = ownScope(form, grant, domains)
  const { answer, records } = makeTokens(family, moment, scope)
  const outcome = await store.grants.refresh(hashRefreshToken(token, family), records, { now: moment, graceMs })
  const target = { tenant: grant.tenant_id, key: grantKey(grant) }
  if (outcome === 'reused') {
    throw new AuditedError({ action: 'reuse_refresh_token', ...target }, ...invalidGrant('refresh token'))
  }
  if (outcome === 'unknown') throw refused()
  return {
    reply: tokenReply(answer, scope ?? grant.scope),
    auditEvent: { action: 'refresh_token', ...target, tokenId: records.access.hash.slice(0, 12) },
  }
}
