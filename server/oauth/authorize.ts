import type { Route } from '../http/exchange.ts'
import { readUrl } from '../http/queries.ts'
import { showAuthorizePage } from './authorize-page.ts'
import type { ClientDocuments } from './client-documents.ts'
import { endpoint, type OAuthParts } from './endpoint.ts'
import { readAuthorization, renderErrorPage } from './read-authorization.ts'
import { readParameters } from './read-form.ts'

/** `GET /oauth/authorize`: the page that asks the user (OAuth 2.1, section 4.1.1). */
export const authorizeRoute = (parts: OAuthParts, documents: ClientDocuments): Route =>
  endpoint(parts, {
    method: 'GET',
    path: '/oauth/authorize',
    renderError: renderErrorPage,
    async handle({ request, ip }) {
      const parameters = readParameters(readUrl(request.url).searchParams)
      const { authorizationClient } = await readAuthorization(parts, documents, parameters, ip)
      return { reply: showAuthorizePage(parts.baseUrl(), request.headers, { authorizationClient, parameters }) }
    },
  })
