import { GatewayError } from '@patchbay/core/errors'
import { hashToken } from '@patchbay/core/store'
import type { Exchange, Route } from '../http/exchange.ts'
import type { FormError } from '../pages/form.ts'
import { chooseAccessPage } from './pages/choose-access-page.ts'
import { type ConsentPage, pasteTokenPage } from './pages/paste-token-page.ts'
import {
  foreignForm,
  formErrorOf,
  makeTicket,
  type PastedToken,
  readPastedToken,
  readTicket,
  unknownToken,
} from './pasted-token.ts'
import { type AccessOffer, grantedScope, offerAccess } from './protocol/access-offer.ts'
import { answerTo } from './protocol/authorization-request.ts'
import type { ClientDocuments } from './protocol/client-documents.ts'
import { clock, endpoint, type OAuthParts, type Outcome, Refusal } from './protocol/endpoint.ts'
import { isFormProof, makeFormProof } from './protocol/form-proof.ts'
import { OAuthError } from './protocol/oauth-error.ts'
import { readForm } from './protocol/read-form.ts'
import { makeSecret } from './protocol/secrets.ts'
import {
  type Authorization,
  errorLocation,
  readAuthorization,
  redirect,
  renderErrorPage,
} from './read-authorization.ts'

const codeSeconds = 60

const nothingChecked = 'Check what the application may do, or refuse.'
const nothingToGrant = 'This tenant token may do nothing of what the application asks for.'

/** One request of the form: what it asks for, and the page that it comes from. */
interface Consent {
  readonly authorization: Authorization
  readonly form: ReadonlyMap<string, string>
  readonly page: ConsentPage
  readonly ip: string
}

const purposeOf = ({ authorizationClient }: Authorization): string => `consent ${authorizationClient.client.client_id}`

const isChecked =
  ({ form }: Consent) =>
  (name: string): boolean =>
    form.has(name)

/** The first page again, with what is wrong. */
const pasteAgain = ({ page }: Consent, code: string, formError: FormError): Refusal =>
  new Refusal(pasteTokenPage({ ...page, formError }), code, formError.message)

const offerOf = (parts: OAuthParts, consent: Consent, { tenant, tenantToken }: PastedToken): AccessOffer => {
  const offer = offerAccess(consent.authorization.request.scope, tenant, tenantToken, parts.domains)
  if (offer.whole.length > 0) return offer
  throw pasteAgain(consent, 'access_denied', { status: 403, message: nothingToGrant, token: true })
}

/** The second page, for a token that was pasted. */
const choose = async (parts: OAuthParts, consent: Consent): Promise<Outcome> => {
  const { authorization, form, page, ip } = consent
  const token = await readPastedToken(parts, form, ip)
  const offer = offerOf(parts, consent, token)
  const ticket = await makeTicket(parts, token.tenantToken, page.formProof.proof, purposeOf(authorization))
  return { reply: chooseAccessPage({ ...page, tenant: token.tenant, offer, ticket }) }
}

/** Issues a code for the tenant of the token, and redirects the browser to the client with it. */
const allow = async (parts: OAuthParts, consent: Consent): Promise<Outcome> => {
  const { authorization, form, page } = consent
  const { authorizationClient, request } = authorization
  const token = await readTicket(parts, form, purposeOf(authorization))
  if (!token) throw pasteAgain(consent, 'access_denied', { status: 403, message: foreignForm })
  const { tenant, tenantToken } = token
  const offer = offerOf(parts, consent, token)
  const scope = grantedScope(offer, isChecked(consent))
  if (scope === '') {
    const formError = { status: 400, message: nothingChecked }
    const again = { ...page, tenant, offer, ticket: form.get('ticket') ?? '', checked: new Set<string>(), formError }
    throw new Refusal(chooseAccessPage(again), 'invalid_request', nothingChecked)
  }
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
    expires_at: Math.floor(now.getTime() / 1000) + codeSeconds,
  }
  if (!(await parts.store.authorizationCodes.issue(record, client, now))) throw unknownToken()
  return {
    reply: redirect(answerTo(authorizationClient, parts.baseUrl(), { code })),
    auditEvent: {
      action: 'authorize',
      tenant: tenant.id,
      key: `clients/${client.client_id}`,
      tokenId: tenantToken.token_id,
    },
  }
}

/** Refusals are only counted, because nobody is authenticated here: a stranger could fill the audit log with entries. */
const refuse = ({ baseUrl }: OAuthParts, { authorization }: Consent): Refusal => {
  const error = new OAuthError('access_denied', 'The user refused')
  return new Refusal(
    redirect(errorLocation(authorization.authorizationClient, baseUrl(), error)),
    error.code,
    error.message,
  )
}

/**
 * `POST /oauth/authorize`: takes the user's decisions. `continue` comes from the first page, with the token; `allow` from the
 * second, with the checked boxes, and issues the code.
 */
export const consentRoute = (parts: OAuthParts, documents: ClientDocuments): Route => {
  const consentOf = async ({ request, ip }: Exchange, form: ReadonlyMap<string, string>): Promise<Consent> => {
    const authorization = await readAuthorization(parts, documents, form, ip)
    const { authorizationClient } = authorization
    const formProof = makeFormProof(parts.baseUrl(), request.headers)
    return { authorization, form, ip, page: { brand: parts.brand, authorizationClient, parameters: form, formProof } }
  }

  const decide = async (exchange: Exchange, form: ReadonlyMap<string, string>): Promise<Outcome> => {
    const consent = await consentOf(exchange, form)
    if (!isFormProof(parts.baseUrl(), exchange.request.headers, form.get('proof'))) {
      throw pasteAgain(consent, 'access_denied', { status: 403, message: foreignForm })
    }
    const decision = form.get('decision')
    if (decision === 'again') return { reply: pasteTokenPage(consent.page) }
    if (decision !== 'continue' && decision !== 'allow') throw refuse(parts, consent)
    try {
      return await (decision === 'continue' ? choose(parts, consent) : allow(parts, consent))
    } catch (thrown) {
      throw thrown instanceof GatewayError ? pasteAgain(consent, thrown.code, formErrorOf(thrown)) : thrown
    }
  }

  return endpoint(parts, {
    method: 'POST',
    path: '/oauth/authorize',
    renderError: renderErrorPage(parts),
    handle: async (exchange) => decide(exchange, await readForm(exchange.request)),
  })
}
