import { hashToken, type OAuthClientRecord } from '@patchbay/core/store'
import { type AuditEvent, oauthEndpoint } from '../forms/endpoint.ts'
import { readClientForm, requireParameter } from '../forms/read-form.ts'
import type { HttpRoute } from '../http/exchange.ts'
import { type AuthenticationParts, authenticateClient } from './authenticate-client.ts'
import { grantKey } from './grants/grant.ts'
import { errorAnswer, OAuthError } from './protocol/oauth-error.ts'
import type { OAuthParts } from './protocol/oauth-parts.ts'
import { parseTokenFamily } from './protocol/secrets.ts'

/** RFC 7009, section 2.1: only the client to which a token was issued may revoke it. */
const checkOwner = (token: { readonly client_id: string }, client: OAuthClientRecord): void => {
  if (token.client_id !== client.client_id) throw new OAuthError('invalid_grant', "The token is another client's")
}

const revoke = async (
  { store }: OAuthParts,
  client: OAuthClientRecord,
  token: string,
): Promise<Pick<AuditEvent, 'tenant' | 'key' | 'tokenId'> | undefined> => {
  const family = parseTokenFamily(token)
  // An old refresh token ends the grant too, because that is what the client wants.
  const grant = family === undefined ? undefined : await store.grants.findByFamily(hashToken(family))
  if (grant) {
    checkOwner(grant, client)
    await store.grants.revoke(grant.tenant_id, grant.grant_id)
    return { tenant: grant.tenant_id, key: grantKey(grant) }
  }
  const access = await store.grants.findAccessToken(hashToken(token))
  if (!access) return undefined
  checkOwner(access, client)
  await store.grants.revokeAccessToken(access.hash)
  return { tenant: access.tenant_id, key: grantKey(access), tokenId: access.token_id }
}

/** `POST /oauth/revoke` (RFC 7009): a refresh token ends its grant, an access token ends alone. */
export const revokeRoute = (parts: OAuthParts & AuthenticationParts): HttpRoute =>
  oauthEndpoint(parts, {
    method: 'POST',
    path: '/oauth/revoke',
    renderError: errorAnswer,
    async handle(exchange) {
      const form = await readClientForm(exchange)
      const client = await authenticateClient(parts, exchange, form)
      const target = await revoke(parts, client, requireParameter(form, 'token'))
      // Section 2.2: an unknown token is answered like a revoked one.
      const reply = { status: 200, body: null }
      return target ? { reply, auditEvent: { action: 'revoke_token', ...target } } : { reply }
    },
  })
