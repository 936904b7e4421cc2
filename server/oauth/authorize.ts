import { oauthEndpoint } from '../forms/endpoint.ts'
import { makeFormProof } from '../forms/form-proof.ts'
import { readParameters } from '../forms/read-form.ts'
import type { HttpRoute } from '../http/exchange.ts'
import { readUrl } from '../http/read/queries.ts'
import { pasteTokenPage } from './pages/paste-token-page.ts'
import type { ClientDocuments } from './protocol/client-documents.ts'
import type { OAuthParts } from './protocol/oauth-parts.ts'
import { readAuthorization, renderErrorPage } from './read-authorization.ts'

/** `GET /oauth/authorize`: the page that asks the user (OAuth 2.1, section 4.1.1). */
export const authorizeRoute = (parts: OAuthParts, documents: ClientDocuments): HttpRoute =>
  oauthEndpoint(parts, {
    method: 'GET',
    path: '/oauth/authorize',
    renderError: renderErrorPage(parts),
    async handle({ request, ip }) {
      const parameters = readParameters(readUrl(request.url).searchParams)
      const { authorizationClient } = await readAuthorization(parts, documents, parameters, ip)
      const formProof = makeFormProof(parts.baseUrl(), request.headers)
      return { reply: pasteTokenPage({ brand: parts.brand, authorizationClient, parameters, formProof }) }
    },
  })
