import { oauthEndpoint } from '../forms/endpoint.ts'
import { readClientForm, requireParameter } from '../forms/read-form.ts'
import type { HttpRoute } from '../http/exchange.ts'
import { type AuthenticationParts, authenticateClient } from './authenticate-client.ts'
import { authorizationCode } from './grants/authorization-code.ts'
import { type GrantHandler, jwtBearerType } from './grants/grant.ts'
import { createJwtBearer } from './grants/jwt-bearer.ts'
import { refreshToken } from './grants/refresh-token.ts'
import { errorAnswer, OAuthError } from './protocol/oauth-error.ts'
import type { OAuthParts } from './protocol/oauth-parts.ts'

const createGrantHandlers = (parts: OAuthParts): ReadonlyMap<string, GrantHandler> =>
  new Map([
    ['authorization_code', authorizationCode],
    ['refresh_token', refreshToken],
    ...(parts.enterpriseIssuers.length > 0 ? [[jwtBearerType, createJwtBearer(parts)] as const] : []),
  ])

/** `POST /oauth/token` (OAuth 2.1, section 3.2). */
export const tokenRoute = (parts: OAuthParts & AuthenticationParts): HttpRoute => {
  const grants = createGrantHandlers(parts)
  return oauthEndpoint(parts, {
    method: 'POST',
    path: '/oauth/token',
    renderError: errorAnswer,
    async handle(exchange) {
      const form = await readClientForm(exchange)
      const grant = grants.get(requireParameter(form, 'grant_type'))
      if (!grant) {
        throw new OAuthError('unsupported_grant_type', `The grant_type must be one of ${[...grants.keys()].join(', ')}`)
      }
      return grant(parts, await authenticateClient(parts, exchange, form), form, exchange)
    },
  })
}
