import type { OAuthClientRecord } from '@patchbay/core/store'
import type { EndpointOutcome } from '../../forms/endpoint.ts'
import { type Exchange, json } from '../../http/exchange.ts'
import { describeResources, findAudience } from '../protocol/audiences.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import type { OAuthParts } from '../protocol/oauth-parts.ts'
import type { TokenResponse } from '../protocol/secrets.ts'

/** RFC 7523, section 2.1. */
export const jwtBearerType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** Handles one `grant_type` of the token endpoint, for an authenticated client. */
export type GrantHandler = (
  parts: OAuthParts,
  client: OAuthClientRecord,
  form: ReadonlyMap<string, string>,
  exchange: Exchange,
) => Promise<EndpointOutcome>

/** The same error for every cause, so that a stranger can't learn which part was right. */
export const invalidGrant = (what: string): ConstructorParameters<typeof OAuthError> => [
  'invalid_grant',
  `The ${what} is unknown, expired, used before or another client's`,
]

/** RFC 8707, section 2.2: a client may name the resource again. Throws `invalid_target` for a resource that isn't the gateway's. */
export const checkResource = (baseUrl: string, form: ReadonlyMap<string, string>): void => {
  const resource = form.get('resource')
  if (resource !== undefined && findAudience(baseUrl, resource) === undefined) {
    throw new OAuthError('invalid_target', describeResources(baseUrl))
  }
}

export const grantKey = ({ tenant_id, grant_id }: { readonly tenant_id: string; readonly grant_id: string }): string =>
  `grants/${tenant_id}/${grant_id}`

/** RFC 6749, section 5.1: the answer has the scope, because it may be less than the client asked for. */
export const tokenReply = (answer: TokenResponse, scope: string | null) =>
  json({ ...answer, ...(scope !== null && { scope }) }, 200, { pragma: 'no-cache' })
