import { hasExpired, hashToken } from '@patchbay/core/store'
import { findAudience } from '../audiences.ts'
import { AuditedError } from '../endpoint.ts'
import { OAuthError } from '../oauth-error.ts'
import { required } from '../read-form.ts'
import { familyOf, makeTokens, presented } from '../secrets.ts'
import { checkResource, type Grant, grantKey, invalidGrant, tokenReply } from './grant.ts'

/** How long an old refresh token still works, in case the answer with the new one was lost. */
const graceMs = 30_000

const refused = () => new OAuthError(...invalidGrant('refresh token'))

/** Exchanges a refresh token for new tokens (OAuth 2.1, section 4.3). Each use replaces the refresh token. */
export const refreshToken: Grant = async ({ store, baseUrl, now = () => new Date() }, client, form) => {
  const token = required(form, 'refresh_token')
  checkResource(baseUrl(), form)
  const family = familyOf(token)
  if (family === undefined) throw refused()
  const moment = now()
  const grant = await store.grants.findByFamily(hashToken(family))
  if (grant?.client_id !== client.client_id || grant.expires_at * 1000 <= moment.getTime()) throw refused()
  // After a change of BASE_URL, new tokens of this grant would be refused; the client has to ask its user again.
  if (findAudience(baseUrl(), grant.resource) === undefined) throw refused()
  const tenantToken = await store.bearerTokens.find(grant.bearer_hash)
  if (!tenantToken || hasExpired(tenantToken, moment.getTime())) throw refused()

  const { answer, kept } = makeTokens(family, moment)
  const outcome = await store.grants.refresh(presented(token, family), kept, { now: moment, graceMs })
  const target = { tenant: grant.tenant_id, key: grantKey(grant) }
  if (outcome === 'reused') {
    throw new AuditedError({ action: 'reuse_refresh_token', ...target }, ...invalidGrant('refresh token'))
  }
  if (outcome === 'unknown') throw refused()
  return {
    reply: tokenReply(answer, grant.scope),
    auditEvent: { action: 'refresh_token', ...target, tokenId: kept.access.hash.slice(0, 12) },
  }
}
