import { GatewayError } from '@patchbay/core/errors'
import { hashToken } from '@patchbay/core/store'
import { secondsOf } from '@patchbay/core/time'
import { oauthEndpoint } from '../forms/endpoint.ts'
import { readInTime } from '../forms/read-in-time.ts'
import { type Exchange, type HttpRoute, json } from '../http/exchange.ts'
import { readJson } from '../http/read/bodies.ts'
import { type ClientMetadata, checkClientMetadata } from './protocol/client-metadata.ts'
import { errorAnswer, OAuthError } from './protocol/oauth-error.ts'
import type { OAuthParts } from './protocol/oauth-parts.ts'
import { makeSecret } from './protocol/secrets.ts'

/** Enough for 20 redirect URIs of usual length, a name, keys and a software statement; members without a use are ignored. */
const limit = { ownBytes: 16_384 }
const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const
const unusedMs = 30 * 24 * 3_600_000
const mostUnused = 10_000

const readMetadata = async (exchange: Exchange): Promise<Record<string, unknown>> => {
  try {
    return await readInTime(readJson(exchange, limit))
  } catch (thrown) {
    if (!(thrown instanceof GatewayError) || thrown.code !== 'VALIDATION_ERROR') throw thrown
    throw new OAuthError('invalid_client_metadata', thrown.message)
  }
}

/**
 * The application by which registrations are counted in a shared network: the host to which its users return, or its name.
 */
const deriveApplicationKey = ({
  redirect_uris,
  client_name,
}: Pick<ClientMetadata, 'redirect_uris' | 'client_name'>): string =>
  redirect_uris.map((uri) => new URL(uri)).find(({ protocol }) => protocol === 'https:')?.host ?? client_name ?? ''

/** `POST /oauth/register`: Dynamic Client Registration (RFC 7591). */
export const registerRoute = (parts: OAuthParts): HttpRoute => {
  const { store, limits, redirectSchemes, now = () => new Date() } = parts
  return oauthEndpoint(parts, {
    method: 'POST',
    path: '/oauth/register',
    renderError: errorAnswer,
    async handle(exchange) {
      const { ip } = exchange
      // Counted before the body is read, so that slow senders are counted too.
      const window = await limits.registration(ip)
      // RFC 7591, section 2: a client that names no method gets a secret.
      const rules = { takes: authMethods, fallback: 'client_secret_basic', redirectSchemes } as const
      const { auth_methods, ...metadata } = checkClientMetadata(await readMetadata(exchange), rules)
      const { client_name, redirect_uris } = metadata
      const [auth_method = 'client_secret_basic'] = auth_methods
      const headers = (await limits.application(ip, deriveApplicationKey(metadata))) ?? window
      const client_id = crypto.randomUUID()
      const secret = auth_method === 'none' ? undefined : makeSecret('secret')
      const moment = now()
      await store.oauthClients.register(
        {
          client_id,
          source: 'registration',
          ...metadata,
          auth_method,
          secret_hash: secret === undefined ? null : hashToken(secret),
        },
        { now: moment, unusedSince: new Date(moment.getTime() - unusedMs), mostUnused },
      )
      const answer = {
        client_id,
        client_id_issued_at: secondsOf(moment),
        ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
        ...(client_name !== null && { client_name }),
        redirect_uris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: auth_method,
      }
      return {
        reply: json(answer, 201, headers),
        auditEvent: { action: 'register_client', tenant: null, key: `clients/${client_id}` },
      }
    },
  })
}
