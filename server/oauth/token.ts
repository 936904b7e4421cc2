import type { Route } from '../http/exchange.ts'
import { authenticateClient } from './authenticate-client.ts'
import { authorizationCode } from './grants/authorization-code.ts'
import { type Grant, jwtBearerType } from './grants/grant.ts'
import { createJwtBearer } from './grants/jwt-bearer.ts'
import { refreshToken } from './grants/refresh-token.ts'
import { endpoint, type OAuthParts } from './protocol/endpoint.ts'
import { OAuthError } from './protocol/oauth-error.ts'
import { readForm, required } from './protocol/read-form.ts'

const grantsOf = (parts: OAuthParts): ReadonlyMap<string, Grant> =>
  new Map([
    ['authorization_code', authorizationCode],
    ['refresh_token', refreshToken],
    ...(parts.enterpriseIssuers.length > 0 ? [[jwtBearerType, createJwtBearer(parts)] as const] : []),
  ])

/** `POST /oauth/token` (OAuth 2.1, section 3.2). */
export const tokenRoute = (parts: OAuthParts): Route => {
  const grants = grantsOf(parts)
  return endpoint(parts, {
    method: 'POST',
    path: '/oauth/token',
    async handle(exchange) {
      const form = await readForm(exchange.request)
      const grant = grants.get(required(form, 'grant_type'))
      if (!grant) {
        throw new OAuthError('unsupported_grant_type', `The grant_type must be one of ${[...grants.keys()].join(', ')}`)
      }
      return grant(parts, await authenticateClient(parts, exchange, form), form)
    },
  })
}
