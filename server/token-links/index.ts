import type { AdmissionLimits } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import { GatewayError } from '@patchbay/core/errors'
import { hashToken, makeTenantToken, type Store, type TenantRecord, type TokenLinkRecord } from '@patchbay/core/store'
import { EndpointRefusal, oauthEndpoint } from '../forms/endpoint.ts'
import { renderSorryPage } from '../forms/error-page.ts'
import { foreignForm, isFormProof, makeFormProof } from '../forms/form-proof.ts'
import { readForm } from '../forms/read-form.ts'
import type { Exchange, HttpRoute, Reply } from '../http/exchange.ts'
import type { Brand } from '../pages/brand.ts'
import { offerPage, tokenPage } from './page.ts'

export interface TokenLinkParts {
  readonly store: Pick<Store, 'tokenLinks' | 'tenants'>
  readonly auditLog: AuditLog
  readonly limits: AdmissionLimits
  readonly brand: Brand
  readonly baseUrl: () => string
}

const path = '/token/:secret'

const gone = () =>
  new GatewayError(
    'NOT_FOUND',
    'This link is not valid, was used already, or has ended. Ask whoever sent it for another one',
  )

interface OpenedLink {
  readonly link: TokenLinkRecord
  readonly tenant: TenantRecord
}

/** Throws NOT_FOUND, which says nothing of whether there ever was such a link. */
const open = async ({ store }: TokenLinkParts, exchange: Exchange): Promise<OpenedLink> => {
  const link = await store.tokenLinks.find(hashToken(exchange.params.secret ?? ''), new Date())
  const tenant = link && (await store.tenants.get(link.tenant_id))
  if (!tenant) throw gone()
  exchange.hasKnownSecret = true
  return { link, tenant }
}

/** `GET` and `POST /token/<secret>`: the page on which a person gets a token of their own. It works without scripts. */
export const tokenLinkPages = (parts: TokenLinkParts): HttpRoute[] => {
  const renderError = renderSorryPage(parts.brand)
  const offer = (opened: OpenedLink, exchange: Exchange, failure?: string): Reply => {
    const formProof = makeFormProof(parts.baseUrl(), exchange.request.headers)
    const action = `/token/${exchange.params.secret}`
    return offerPage({ ...opened, brand: parts.brand, action, formProof, failure })
  }
  return [
    oauthEndpoint(parts, {
      method: 'GET',
      path,
      renderError,
      handle: async (exchange) => ({ reply: offer(await open(parts, exchange), exchange) }),
    }),
    oauthEndpoint(parts, {
      method: 'POST',
      path,
      renderError,
      async handle(exchange) {
        const opened = await open(parts, exchange)
        const { link, tenant } = opened
        const form = await readForm(exchange)
        if (!isFormProof(parts.baseUrl(), exchange.request.headers, form.get('proof')))
          throw new EndpointRefusal(offer(opened, exchange, foreignForm), 'access_denied', foreignForm)
        const token = makeTenantToken()
        const tokenRecord = await parts.store.tokenLinks.claim(link, hashToken(token), new Date())
        if (!tokenRecord) throw gone()
        const address = `${parts.baseUrl()}/mcp?tools=effects`
        return {
          reply: tokenPage({ brand: parts.brand, tenant, token, address }),
          auditEvent: {
            action: 'use_token_link',
            tenant: tenant.id,
            key: `auth/${tenant.id}/${tokenRecord.token_id}`,
            tokenId: tokenRecord.token_id,
          },
        }
      },
    }),
  ]
}
