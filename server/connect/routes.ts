import type { GatewayError } from '@patchbay/core/errors'
import { type EndpointOutcome, oauthEndpoint } from '../forms/endpoint.ts'
import { readForm } from '../forms/read-form.ts'
import { errorHeaders, type RequestError } from '../forms/request-error.ts'
import type { HttpRoute, Reply } from '../http/exchange.ts'
import { clientDocumentRoute } from './client-document.ts'
import type { ConnectParts } from './connect-parts.ts'
import { findLink, loadLinkContext, UsedLink } from './context.ts'
import { readLinkState } from './life/link-state.ts'
import { moveLink } from './move-link.ts'
import { sorryPage, usedLinkPage } from './pages/end-pages.ts'
import { resultRoute } from './result-route.ts'
import { readCallbackQuery } from './sign-in/callback-query.ts'
import { finishSignIn } from './sign-in/come-back.ts'
import { answerQuestion } from './steps/answer-question.ts'
import { applyProviderChoice, askForProvider } from './steps/choose-provider.ts'
import { showForm, submitForm } from './steps/submit.ts'

/** The page for everything that ends here. */
const renderError =
  ({ brand }: ConnectParts) =>
  (error: RequestError | GatewayError): Reply => {
    if (error instanceof UsedLink) return { ...usedLinkPage(brand), log: { code: error.code } }
    const message = /[.!]$/.test(error.message) ? error.message : `${error.message}.`
    const { headers: ofPage, ...page } = sorryPage(brand, { status: error.status, message })
    return { ...page, headers: { ...ofPage, ...errorHeaders(error) }, log: { code: error.code } }
  }

/** `GET /connect/<secret>`. */
const openRoute = (parts: ConnectParts): HttpRoute =>
  oauthEndpoint(parts, {
    method: 'GET',
    path: '/connect/:secret',
    renderError: renderError(parts),
    async handle(exchange) {
      const link = await findLink(parts, exchange)
      if (readLinkState(link) === 'unchosen') return { reply: await askForProvider(parts, exchange, link) }
      const context = await loadLinkContext(parts, link)
      await moveLink(parts, link, { kind: 'open' })
      return { reply: await showForm(parts, exchange, context) }
    },
  })

/** `POST /connect/<secret>`. */
const submitRoute = (parts: ConnectParts): HttpRoute =>
  oauthEndpoint(parts, {
    method: 'POST',
    path: '/connect/:secret',
    renderError: renderError(parts),
    async handle(exchange): Promise<EndpointOutcome> {
      const form = await readForm(exchange)
      const link = await findLink(parts, exchange)
      const chosen = await applyProviderChoice(parts, exchange, link, form)
      return { reply: chosen ?? (await submitForm(parts, exchange, link, form)) }
    },
  })

/** `GET /connect/callback/<provider>`. */
const callbackRoute = (parts: ConnectParts): HttpRoute =>
  oauthEndpoint(parts, {
    method: 'GET',
    path: '/connect/callback/:provider',
    renderError: renderError(parts),
    async handle(exchange) {
      return { reply: await finishSignIn(parts, exchange, readCallbackQuery(exchange.request.url)) }
    },
  })

/** `POST /connect/confirm`. */
const confirmRoute = (parts: ConnectParts): HttpRoute =>
  oauthEndpoint(parts, {
    method: 'POST',
    path: '/connect/confirm',
    renderError: renderError(parts),
    handle: async (exchange) => answerQuestion(parts, exchange, await readForm(exchange)),
  })

/** People connect their accounts by these pages. The fixed paths come before the path with the secret. */
export const connectRoutes = (parts: ConnectParts): readonly HttpRoute[] => [
  callbackRoute(parts),
  clientDocumentRoute(parts),
  confirmRoute(parts),
  resultRoute(parts),
  openRoute(parts),
  submitRoute(parts),
]
