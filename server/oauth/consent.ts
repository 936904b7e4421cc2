import { GatewayError } from '@patchbay/core/errors'
import { hasExpired, hashToken } from '@patchbay/core/store'
import type { Exchange, Route } from '../http/exchange.ts'
import { answerTo } from './authorization-request.ts'
import { type FormError, showAuthorizePage } from './authorize-page.ts'
import type { ClientDocuments } from './client-documents.ts'
import { endpoint, type OAuthParts, type Outcome, Refusal } from './endpoint.ts'
import { isFormProof } from './form-proof.ts'
import { inOAuthTerms, OAuthError } from './oauth-error.ts'
import {
  type Authorization,
  errorLocation,
  readAuthorization,
  redirect,
  renderErrorPage,
} from './read-authorization.ts'
import { readForm } from './read-form.ts'
import { makeSecret } from './secrets.ts'

const codeSeconds = 60

const foreignForm = 'This page was open for too long, or your browser does not keep its cookie. Please try again.'
const wrongToken = 'This tenant token is not known here. Check that you copied all of it, or ask your administrator.'

/** The token that the user pasted, often with a line break at its end. */
const pasted = (form: ReadonlyMap<string, string>): string => form.get('token')?.trim() ?? ''

const clock = ({ now = () => new Date() }: OAuthParts): Date => now()

/** The tenant of the token. Throws AUTH_FAILED, TENANT_NOT_FOUND, TENANT_SUSPENDED and RATE_LIMITED. */
const authenticate = async (parts: OAuthParts, token: string, hash: string, ip: string): Promise<string> => {
  const { store, storeCache, limits } = parts
  await limits.attempt('pasted-token', ip, token)
  // Only a tenant's own token: an access token must not be able to create others.
  const tenantToken = await store.bearerTokens.find(hash)
  if (!tenantToken || hasExpired(tenantToken, clock(parts).getTime())) {
    await limits.failed('pasted-token', ip, token)
    throw new GatewayError('AUTH_FAILED', wrongToken)
  }
  limits.worked('pasted-token', ip, hash)
  const tenant = await storeCache.tenant(tenantToken.tenant_id)
  if (!tenant) throw new GatewayError('TENANT_NOT_FOUND', 'The tenant of this token is not set up yet')
  if (tenant.status !== 'active') throw new GatewayError('TENANT_SUSPENDED', 'The tenant of this token is suspended')
  return tenant.id
}

/** Issues a code for the tenant of the token, and redirects the browser to the client with it. */
const allow = async (
  parts: OAuthParts,
  { authorizationClient, request }: Authorization,
  token: string,
  ip: string,
): Promise<Outcome> => {
  const bearer_hash = hashToken(token)
  const tenant_id = await authenticate(parts, token, bearer_hash, ip)
  const { client, redirectUri } = authorizationClient
  const code = makeSecret('code')
  const now = clock(parts)
  const record = {
    hash: hashToken(code),
    client_id: client.client_id,
    tenant_id,
    bearer_hash,
    redirect_uri: redirectUri,
    code_challenge: request.codeChallenge,
    resource: request.resource,
    scope: null,
    expires_at: Math.floor(now.getTime() / 1000) + codeSeconds,
  }
  if (!(await parts.store.authorizationCodes.issue(record, client, now)))
    throw new GatewayError('AUTH_FAILED', wrongToken)
  return {
    reply: redirect(answerTo(authorizationClient, parts.baseUrl(), { code })),
    auditEvent: {
      action: 'authorize',
      tenant: tenant_id,
      key: `clients/${client.client_id}`,
      tokenId: bearer_hash.slice(0, 12),
    },
  }
}

/** Refusals are only counted, because nobody is authenticated here: a stranger could fill the audit log with entries. */
const refuse = ({ baseUrl }: OAuthParts, { authorizationClient }: Authorization): Refusal => {
  const error = new OAuthError('access_denied', 'The user refused')
  return new Refusal(redirect(errorLocation(authorizationClient, baseUrl(), error)), error.code, error.message)
}

/** Why the form is shown again. */
const formErrorOf = (error: GatewayError): FormError => {
  const token = error.code === 'AUTH_FAILED'
  // 401 would have to name a scheme (RFC 9110, section 15.5.2), and a form has none.
  const status = token ? 403 : error.status
  return { status, message: error.message, token, headers: inOAuthTerms(error).headers }
}

/** `POST /oauth/authorize`: takes the user's decision, and issues the code. */
export const consentRoute = (parts: OAuthParts, documents: ClientDocuments): Route => {
  const decide = async ({ request, ip }: Exchange, form: ReadonlyMap<string, string>): Promise<Outcome> => {
    const authorization = await readAuthorization(parts, documents, form, ip)
    const askAgain = (code: string, formError: FormError): Refusal => {
      const page = { authorizationClient: authorization.authorizationClient, parameters: form, formError }
      return new Refusal(showAuthorizePage(parts.baseUrl(), request.headers, page), code, formError.message)
    }
    if (!isFormProof(parts.baseUrl(), request.headers, form.get('proof'))) {
      throw askAgain('access_denied', { status: 403, message: foreignForm })
    }
    if (form.get('decision') !== 'allow') throw refuse(parts, authorization)
    try {
      return await allow(parts, authorization, pasted(form), ip)
    } catch (thrown) {
      throw thrown instanceof GatewayError ? askAgain(thrown.code, formErrorOf(thrown)) : thrown
    }
  }

  return endpoint(parts, {
    method: 'POST',
    path: '/oauth/authorize',
    renderError: renderErrorPage,
    handle: async (exchange) => decide(exchange, await readForm(exchange.request)),
  })
}
