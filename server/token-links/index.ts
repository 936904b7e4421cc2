import type { AdmissionLimits } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import { GatewayError } from '@patchbay/core/errors'
import { hashToken, makeTenantToken, type Store, type TenantRecord, type TokenLinkRecord } from '@patchbay/core/store'
import { EndpointRefusal, oauthEndpoint } from '../forms/endpoint.ts'
import { foreignForm, isFormProof, makeFormProof } from '../forms/form-proof.ts'
import { readForm } from '../forms/read-form.ts'
import { errorHeaders, type RequestError } from '../forms/request-error.ts'
import type { Exchange, HttpRoute, Reply } from '../http/exchange.ts'
import { endPage } from '../pages/end-page.ts'
import type { Brand } from '../pages/page.ts'
import { offerPage, tokenPage } from './page.ts'

export interface TokenLinkParts {
  readonly store: Pick<Store, 'tokenLinks' | 'tenants'>
  readonly auditLog: AuditLog
  readonly limits: AdmissionLimits
  readonly brand: Brand
  readonly baseUrl: () => string
  readonly now?: () => Date
}

const path = '/token/:secret'

const gone = () =>
  new GatewayError(
    'NOT_FOUND',
    'This link is not valid, was used already, or has ended. Ask whoever sent it for another one',
  )

type OpenParts = Required<Pick<TokenLinkParts, 'store' | 'now'>>

/** Throws NOT_FOUND, which says nothing of whether there ever was such a link. */
const open = async (
  { store, now }: OpenParts,
  exchange: Exchange,
): Promise<{ readonly link: TokenLinkRecord; readonly tenant: TenantRecord }> => {
  const link = await store.tokenLinks.find(hashToken(exchange.params.secret ?? ''), now())
  const tenant = link && (await store.tenants.get(link.tenant_id))
  if (!tenant) throw gone()
  exchange.hasKnownSecret = true
  return { link, tenant }
}

const renderError =
  ({ brand }: TokenLinkParts) =>
  (error: RequestError | GatewayError): Reply => {
    const { headers, ...page } = endPage(brand, error.status, 'Sorry', `${error.message}.`)
    return { ...page, headers: { ...headers, ...errorHeaders(error) }, log: { code: error.code } }
  }

/** `GET` and `POST /token/<secret>`: the page on which a person gets a token of their own. It works without scripts. */
export const tokenLinkPages = ({ now = () => new Date(), ...given }: TokenLinkParts): HttpRoute[] => {
  const parts = { ...given, now }
  const offer = async (exchange: Exchange, failure?: string): Promise<Reply> => {
    const formProof = makeFormProof(parts.baseUrl(), exchange.request.headers)
    const action = `/token/${exchange.params.secret}`
    return offerPage({ ...(await open(parts, exchange)), brand: parts.brand, action, formProof, failure })
  }
  return [
    oauthEndpoint(parts, {
      method: 'GET',
      path,
      renderError: renderError(parts),
      handle: async (exchange) => ({ reply: await offer(exchange) }),
    }),
    oauthEndpoint(parts, {
      method: 'POST',
      path,
      renderError: renderError(parts),
      async handle(exchange) {
        const { link, tenant } = await open(parts, exchange)
        const form = await readForm(exchange)
        if (!isFormProof(parts.baseUrl(), exchange.request.headers, form.get('proof')))
          throw new EndpointRefusal(await offer(exchange, foreignForm), 'access_denied', foreignForm)
        const token = makeTenantToken()
        const made = await parts.store.tokenLinks.claim(link, hashToken(token), parts.now())
        if (!made) throw gone()
        const address = `${parts.baseUrl()}/mcp?tools=effects`
        return {
          reply: tokenPage({ brand: parts.brand, tenant, token, address }),
          auditEvent: {
            action: 'use_token_link',
            tenant: tenant.id,
            key: `auth/${tenant.id}/${made.token_id}`,
            tokenId: made.token_id,
          },
        }
      },
    }),
  ]
}
