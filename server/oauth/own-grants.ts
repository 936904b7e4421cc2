import { GatewayError } from '@patchbay/core/errors'
import { type EndpointOutcome, EndpointRefusal, oauthEndpoint } from '../forms/endpoint.ts'
import type { FormError } from '../forms/form-fields.ts'
import { foreignForm, isFormProof, makeFormProof } from '../forms/form-proof.ts'
import { makeTicket, type PastedToken, readPastedToken, readTicket, toFormError } from '../forms/pasted-token.ts'
import { readForm } from '../forms/read-form.ts'
import type { Exchange, HttpRoute } from '../http/exchange.ts'
import { grantKey } from './grants/grant.ts'
import { grantListPage, type OwnGrantsPage, pasteForGrantsPage } from './pages/own-grants-pages.ts'
import { clock, type OAuthParts } from './protocol/oauth-parts.ts'
import { renderErrorPage } from './read-authorization.ts'

const path = '/oauth/grants'
const purpose = 'grants'

/** More than anybody reads. After ending some, the user sees the next ones. */
const mostShown = 100

const buildPage = ({ brand, baseUrl }: OAuthParts, { request }: Exchange): OwnGrantsPage => ({
  brand,
  formProof: makeFormProof(baseUrl(), request.headers),
})

const listPage = async (parts: OAuthParts, page: OwnGrantsPage, token: PastedToken, ended?: number) => {
  const { store, domains } = parts
  const { tenantToken, tenant } = token
  const grants = await store.grants.listOfToken(tenantToken.hash, { now: clock(parts), limit: mostShown + 1 })
  const ticket = await makeTicket(parts, tenantToken, page.formProof.proof, purpose)
  const shown = { grants: grants.slice(0, mostShown), hasMore: grants.length > mostShown }
  return grantListPage({ ...page, ...shown, tenant, domains, ticket, ...(ended !== undefined && { ended }) })
}

/** Ends one grant of the token, or all. */
const end = async (
  parts: OAuthParts,
  page: OwnGrantsPage,
  token: PastedToken,
  which: string,
): Promise<EndpointOutcome> => {
  const { tenantToken, tenant } = token
  const ended = await parts.store.grants.revokeOfToken(tenantToken.hash, which === 'all' ? undefined : which)
  const reply = await listPage(parts, page, token, ended.length)
  const [auditEvent, ...furtherEvents] = ended.map((grant_id) => ({
    action: 'end_grant',
    tenant: tenant.id,
    key: grantKey({ tenant_id: tenant.id, grant_id }),
    tokenId: tenantToken.token_id,
  }))
  return auditEvent ? { reply, auditEvent, furtherEvents } : { reply }
}

const list = async (parts: OAuthParts, page: OwnGrantsPage, token: PastedToken): Promise<EndpointOutcome> => ({
  reply: await listPage(parts, page, token),
  auditEvent: {
    action: 'list_grants',
    tenant: token.tenant.id,
    key: `grants/${token.tenant.id}`,
    tokenId: token.tenantToken.token_id,
  },
})

/** `GET` and `POST /oauth/grants`: users see what they allowed with a tenant token, and end it. */
export const ownGrantsRoutes = (parts: OAuthParts): HttpRoute[] => {
  const answer = async (exchange: Exchange, form: ReadonlyMap<string, string>): Promise<EndpointOutcome> => {
    const page = buildPage(parts, exchange)
    const pasteAgain = (code: string, formError: FormError) =>
      new EndpointRefusal(pasteForGrantsPage({ ...page, formError }), code, formError.message)
    if (!isFormProof(parts.baseUrl(), exchange.request.headers, form.get('proof'))) {
      throw pasteAgain('access_denied', { status: 403, message: foreignForm })
    }
    try {
      const which = form.get('end')
      if (which === undefined) return await list(parts, page, await readPastedToken(parts, form, exchange))
      const token = await readTicket(parts, form, purpose, exchange)
      if (!token) throw pasteAgain('access_denied', { status: 403, message: foreignForm })
      return await end(parts, page, token, which)
    } catch (thrown) {
      throw thrown instanceof GatewayError ? pasteAgain(thrown.code, toFormError(thrown)) : thrown
    }
  }

  const renderError = renderErrorPage(parts)
  return [
    oauthEndpoint(parts, {
      method: 'GET',
      path,
      renderError,
      handle: async (exchange) => ({ reply: pasteForGrantsPage(buildPage(parts, exchange)) }),
    }),
    oauthEndpoint(parts, {
      method: 'POST',
      path,
      renderError,
      handle: async (exchange) => answer(exchange, await readForm(exchange)),
    }),
  ]
}
