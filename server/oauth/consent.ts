import { printGrantScope } from '@patchbay/core/access'
import { GatewayError } from '@patchbay/core/errors'
import { hashToken } from '@patchbay/core/store'
import { secondsOf, shiftTime } from '@patchbay/core/time'
import { type EndpointOutcome, EndpointRefusal, oauthEndpoint } from '../forms/endpoint.ts'
import type { FormError } from '../forms/form-fields.ts'
import { foreignForm, isFormProof, makeFormProof } from '../forms/form-proof.ts'
import {
  makeTicket,
  type PastedToken,
  readPastedToken,
  readTicket,
  toFormError,
  unknownToken,
} from '../forms/pasted-token.ts'
import { readForm } from '../forms/read-form.ts'
import { redirect } from '../forms/redirect.ts'
import type { Exchange, HttpRoute } from '../http/exchange.ts'
import { askBox, chooseAccessPage } from './pages/choose-access-page.ts'
import { type ConsentPage, pasteTokenPage } from './pages/paste-token-page.ts'
import { type AccessOffer, grantedScope, listReadBoxes, offerAccess } from './protocol/access-offer.ts'
import { buildAnswerUrl } from './protocol/authorization-request.ts'
import type { ClientDocuments } from './protocol/client-documents.ts'
import { OAuthError } from './protocol/oauth-error.ts'
import { clock, type OAuthParts } from './protocol/oauth-parts.ts'
import { makeSecret } from './protocol/secrets.ts'
import { type Authorization, errorLocation, readAuthorization, renderErrorPage } from './read-authorization.ts'

const codeSeconds = 60

const nothingChecked = 'Check what the application may do, or refuse.'
const nothingToGrant = 'This tenant token allows nothing that the application asks for.'

/** One request of the form: what it asks for, and the page that it comes from. */
interface Consent {
  readonly authorization: Authorization
  readonly form: ReadonlyMap<string, string>
  readonly page: ConsentPage
  readonly exchange: Exchange
}

const buildPurpose = ({ authorizationClient }: Authorization): string =>
  `consent ${authorizationClient.client.client_id}`

const isChecked =
  ({ form }: Consent) =>
  (name: string): boolean =>
    form.has(name)

/** The first page again, with what is wrong. */
const pasteAgain = ({ page }: Consent, code: string, formError: FormError): EndpointRefusal =>
  new EndpointRefusal(pasteTokenPage({ ...page, formError }), code, formError.message)

const makeOffer = (parts: OAuthParts, consent: Consent, { tenant, tenantToken }: PastedToken): AccessOffer => {
  const offer = offerAccess(consent.authorization.request.scope?.allow ?? undefined, tenant, tenantToken, parts.domains)
  if (offer.whole.length > 0) return offer
  throw pasteAgain(consent, 'access_denied', { status: 403, message: nothingToGrant, token: true })
}

/** The second page, for a token that was pasted. */
const choose = async (parts: OAuthParts, consent: Consent): Promise<EndpointOutcome> => {
  const { authorization, form, page, exchange } = consent
  const token = await readPastedToken(parts, form, exchange)
  const offer = makeOffer(parts, consent, token)
  const ticket = await makeTicket(parts, token.tenantToken, page.formProof.proof, buildPurpose(authorization))
  // An application that asks for nothing of ours gets nothing that changes something unless its user says so.
  const checked = authorization.request.isForIdentity ? { checked: listReadBoxes(offer) } : {}
  return { reply: chooseAccessPage({ ...page, ...checked, tenant: token.tenant, offer, ticket }) }
}

/** Issues a code for the tenant of the token, and redirects the browser to the client with it. */
const allow = async (parts: OAuthParts, consent: Consent): Promise<EndpointOutcome> => {
  const { authorization, form, page, exchange } = consent
  const { authorizationClient, request } = authorization
  const token = await readTicket(parts, form, buildPurpose(authorization), exchange)
  if (!token) throw pasteAgain(consent, 'access_denied', { status: 403, message: foreignForm })
  const { tenant, tenantToken } = token
  const offer = makeOffer(parts, consent, token)
  const allowed = grantedScope(offer, isChecked(consent))
  if (allowed.length === 0) {
    const formError = { status: 400, message: nothingChecked }
    const again = { ...page, tenant, offer, ticket: form.get('ticket') ?? '', checked: new Set<string>(), formError }
    throw new EndpointRefusal(chooseAccessPage(again), 'invalid_request', nothingChecked)
  }
  const ask = [...(request.scope?.ask ?? []), ...(form.has(askBox) ? ['*:write'] : [])]
  const scope = printGrantScope({ allow: allowed, ask })
  const { client, redirectUri } = authorizationClient
  const code = makeSecret('code')
  const now = clock(parts)
  const record = {
    hash: hashToken(code),
    client_id: client.client_id,
    tenant_id: tenant.id,
    bearer_hash: tenantToken.hash,
    redirect_uri: redirectUri,
    code_challenge: request.codeChallenge,
    resource: request.resource,
    scope,
    expires_at: shiftTime(secondsOf(now), codeSeconds),
  }
  if (!(await parts.store.authorizationCodes.issue(record, client, now))) throw unknownToken()
  return {
    reply: redirect(buildAnswerUrl(authorizationClient, parts.baseUrl(), { code })),
    auditEvent: {
      action: 'authorize',
      tenant: tenant.id,
      key: `clients/${client.client_id}`,
      tokenId: tenantToken.token_id,
    },
  }
}

/** Refusals are only counted, because nobody is authenticated here: a stranger could fill the audit log with entries. */
const refuse = ({ baseUrl }: OAuthParts, { authorization }: Consent): EndpointRefusal => {
  const error = new OAuthError('access_denied', 'The user refused')
  return new EndpointRefusal(
    redirect(errorLocation(authorization.authorizationClient, baseUrl(), error)),
    error.code,
    error.message,
  )
}

/**
 * `POST /oauth/authorize`: takes the user's decisions. `continue` comes from the first page, with the token; `allow` from the
 * second, with the checked boxes, and issues the code.
 */
export const consentRoute = (parts: OAuthParts, documents: ClientDocuments): HttpRoute => {
  const readConsent = async (exchange: Exchange, form: ReadonlyMap<string, string>): Promise<Consent> => {
    const { request, ip } = exchange
    const authorization = await readAuthorization(parts, documents, form, ip)
    const { authorizationClient } = authorization
    const formProof = makeFormProof(parts.baseUrl(), request.headers)
    return {
      authorization,
      form,
      exchange,
      page: { brand: parts.brand, authorizationClient, parameters: form, formProof },
    }
  }

  const decide = async (exchange: Exchange, form: ReadonlyMap<string, string>): Promise<EndpointOutcome> => {
    const consent = await readConsent(exchange, form)
    if (!isFormProof(parts.baseUrl(), exchange.request.headers, form.get('proof'))) {
      throw pasteAgain(consent, 'access_denied', { status: 403, message: foreignForm })
    }
    const decision = form.get('decision')
    if (decision === 'again') return { reply: pasteTokenPage(consent.page) }
    if (decision !== 'continue' && decision !== 'allow') throw refuse(parts, consent)
    try {
      return await (decision === 'continue' ? choose(parts, consent) : allow(parts, consent))
    } catch (thrown) {
      throw thrown instanceof GatewayError ? pasteAgain(consent, thrown.code, toFormError(thrown)) : thrown
    }
  }

  return oauthEndpoint(parts, {
    method: 'POST',
    path: '/oauth/authorize',
    renderError: renderErrorPage(parts),
    handle: async (exchange) => decide(exchange, await readForm(exchange)),
  })
}
