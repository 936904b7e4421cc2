import { type ApprovalDesk, refuseDecider } from '@patchbay/core/approvals'
import type { AuditLog } from '@patchbay/core/audit'
import { GatewayError } from '@patchbay/core/errors'
import type { Domain } from '@patchbay/core/schema'
import type { ApprovalRecord } from '@patchbay/core/store'
import { type EndpointOutcome, EndpointRefusal, oauthEndpoint } from '../forms/endpoint.ts'
import { renderSorryPage } from '../forms/error-page.ts'
import type { FormError } from '../forms/form-fields.ts'
import { foreignForm, isFormProof, makeFormProof } from '../forms/form-proof.ts'
import {
  makeTicket,
  type PastedToken,
  type PastedTokenParts,
  readPastedToken,
  readTicket,
  toFormError,
} from '../forms/pasted-token.ts'
import { readForm } from '../forms/read-form.ts'
import type { Exchange, HttpRoute, Reply } from '../http/exchange.ts'
import { endPage } from '../pages/end-page.ts'
import type { Brand } from '../pages/page.ts'
import { type ApprovePage, decidePage, offers, provePage } from './pages.ts'

export interface ApproveParts extends PastedTokenParts {
  readonly approvalDesk: Pick<ApprovalDesk, 'findByLink' | 'showWhole' | 'showNow' | 'decide'>
  readonly auditLog: AuditLog
  readonly domains: ReadonlyMap<string, Domain>
  readonly brand: Brand
  readonly baseUrl: () => string
}

const path = '/approve/:secret'

const notDecider: FormError = { status: 403, message: 'This tenant token may not decide about this call.', token: true }

/** One request to the page of a waiting call. */
interface Opened {
  readonly record: ApprovalRecord
  readonly page: ApprovePage
  readonly exchange: Exchange
}

/** Throws NOT_FOUND for a link that was never made. */
const open = async (parts: ApproveParts, exchange: Exchange): Promise<Opened> => {
  const secret = exchange.params.secret ?? ''
  const record = await parts.approvalDesk.findByLink(secret)
  if (!record) throw new GatewayError('NOT_FOUND', 'This link is not valid, or its call was decided long ago')
  exchange.hasKnownSecret = true
  const formProof = makeFormProof(parts.baseUrl(), exchange.request.headers)
  return { record, exchange, page: { brand: parts.brand, action: `/approve/${secret}`, formProof } }
}

const proveAgain = ({ page }: Opened, code: string, formError: FormError): EndpointRefusal =>
  new EndpointRefusal(provePage({ ...page, formError }), code, formError.message)

const checkDecider = ({ domains }: ApproveParts, opened: Opened, { tenantToken }: PastedToken): void => {
  if (refuseDecider(opened.record, tenantToken, domains)) throw proveAgain(opened, 'FORBIDDEN', notDecider)
}

const purposeOf = ({ id }: ApprovalRecord): string => `approve ${id}`

/** The whole call, for somebody who may decide. */
const show = async (
  parts: ApproveParts,
  { record, page, exchange }: Opened,
  token: PastedToken,
  formError?: FormError,
): Promise<Reply> => {
  if (record.state !== 'waiting') return endPage(page.brand, 200, 'Decided', `This call is ${record.state}.`)
  const ticket = await makeTicket(parts, token.tenantToken, page.formProof.proof, purposeOf(record))
  const { approvalDesk } = parts
  const now = await approvalDesk.showNow(record, exchange.request.signal, token.tenantToken)
  return decidePage({ ...page, call: await approvalDesk.showWhole(record), now, ticket, formError })
}

const decide = async (
  parts: ApproveParts,
  opened: Opened,
  form: ReadonlyMap<string, string>,
  decision: 'approve' | 'refuse',
): Promise<EndpointOutcome> => {
  const { record, page, exchange } = opened
  const token = await readTicket(parts, form, purposeOf(record), exchange)
  if (!token) throw proveAgain(opened, 'access_denied', { status: 403, message: foreignForm })
  checkDecider(parts, opened, token)
  const offer = offers.get(decision === 'approve' ? (form.get('for') ?? '') : '')
  if (!offer) throw proveAgain(opened, 'access_denied', { status: 403, message: foreignForm })
  const reason = form.get('reason')?.slice(0, 500)
  const word = {
    decision,
    digest: form.get('digest') ?? '',
    ...(reason !== undefined && { reason }),
    ...offer.word,
  }
  try {
    const { state } = await parts.approvalDesk.decide(record, { by: 'token', token: token.tenantToken }, word)
    const text = { approved: 'The call is being sent.', refused: 'The call is not sent.' }[
      state as 'approved' | 'refused'
    ]
    const title = decision === 'approve' ? 'Approved' : 'Refused'
    return {
      reply: endPage(page.brand, 200, title, text ?? 'The call still waits for others to approve it.'),
      auditEvent: {
        action: 'decide_approval',
        tenant: record.tenant,
        key: `approvals/${record.id}`,
        tokenId: token.tenantToken.token_id,
      },
    }
  } catch (thrown) {
    // Somebody was first, or too many are approved in advance.
    if (!(thrown instanceof GatewayError) || (thrown.code !== 'CONFLICT' && thrown.code !== 'RATE_LIMITED'))
      throw thrown
    throw new EndpointRefusal(
      endPage(page.brand, thrown.status, 'Nothing was decided', `${thrown.message}.`),
      thrown.code,
      thrown.message,
    )
  }
}

/** `GET` and `POST /approve/<secret>`: the page on which people of a tenant decide. It works without scripts. */
export const approveRoutes = (parts: ApproveParts): HttpRoute[] => [
  oauthEndpoint(parts, {
    method: 'GET',
    path,
    renderError: renderSorryPage(parts.brand),
    handle: async (exchange) => ({ reply: provePage((await open(parts, exchange)).page) }),
  }),
  oauthEndpoint(parts, {
    method: 'POST',
    path,
    renderError: renderSorryPage(parts.brand),
    async handle(exchange) {
      const opened = await open(parts, exchange)
      const form = await readForm(exchange)
      if (!isFormProof(parts.baseUrl(), exchange.request.headers, form.get('proof')))
        throw proveAgain(opened, 'access_denied', { status: 403, message: foreignForm })
      const decision = form.get('decision')
      if (decision === 'approve' || decision === 'refuse') return decide(parts, opened, form, decision)
      try {
        const token = await readPastedToken(parts, form, exchange)
        checkDecider(parts, opened, token)
        return { reply: await show(parts, opened, token) }
      } catch (thrown) {
        throw thrown instanceof GatewayError ? proveAgain(opened, thrown.code, toFormError(thrown)) : thrown
      }
    },
  }),
]
