import { GatewayError } from '@patchbay/core/errors'
import { type HttpRoute, json } from '../http/exchange.ts'
import type { ConnectParts } from './connect-parts.ts'
import { personalOAuth } from './context.ts'
import { clientDocumentUrl, describeClient } from './register-client.ts'

/**
 * `GET /connect/client/<provider>`: the gateway as a client of a vendor that reads who a client is at the client's id
 * (draft-ietf-oauth-client-id-metadata-document). There is one a provider, as there is one redirect URL.
 */
export const clientDocumentRoute = (parts: Pick<ConnectParts, 'domains' | 'brand' | 'baseUrl'>): HttpRoute => ({
  method: 'GET',
  path: '/connect/client/:provider',
  handle({ params: { provider = '' } }) {
    const domain = parts.domains.get(provider)
    const declared = domain && personalOAuth(domain)
    if (!declared?.clientDocument) throw new GatewayError('NOT_FOUND', 'No vendor reads a document here')
    return json({ client_id: clientDocumentUrl(parts, provider), ...describeClient(parts, provider, declared) })
  },
})
