import { type ApprovalDesk, type Decider, refuseDecider, type Word } from '@patchbay/core/approvals'
import type { AuditLog } from '@patchbay/core/audit'
import { type ErrorCode, GatewayError } from '@patchbay/core/errors'
import type { Domain } from '@patchbay/core/schema'
import type { ApprovalRecord, ApprovalState } from '@patchbay/core/store'
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
import type { Brand } from '../pages/brand.ts'
import { endPage } from '../pages/end-page.ts'
import { type ApprovePage, boxName, decidePage, decideRunPage, offers, provePage } from './pages.ts'

export interface ApproveParts extends PastedTokenParts {
  readonly approvalDesk: Pick<ApprovalDesk, 'findByLink' | 'showWhole' | 'showNow' | 'decide' | 'findRun' | 'decideRun'>
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
  if (!record) throw new GatewayError('NOT_FOUND', 'This link is not valid, or its call was decided too long ago')
  exchange.hasKnownSecret = true
  const formProof = makeFormProof(parts.baseUrl(), exchange.request.headers)
  return { record, exchange, page: { brand: parts.brand, action: `/approve/${secret}`, formProof } }
}

const proveAgain = ({ page }: Opened, code: string, formError: FormError): EndpointRefusal =>
  new EndpointRefusal(provePage({ ...page, formError }), code, formError.message)

/** The most calls of a run whose present state is read: each reading is a call to a provider. */
const mostReadNow = 20

const purposeOf = ({ id }: ApprovalRecord): string => `approve ${id}`

/** The calls about which the holder of a token decides on the page: the link's own, or those of its run that wait. */
interface Decided {
  readonly records: readonly ApprovalRecord[]
  readonly digest: string
  /** Set where several calls of a run of code wait. */
  readonly runId?: string
}

/** Throws EndpointRefusal for a token that may decide about none of the calls. */
const findCalls = async (
  { domains, approvalDesk }: ApproveParts,
  opened: Opened,
  { tenantToken }: PastedToken,
): Promise<Decided> => {
  const { record } = opened
  const run =
    record.run_id === undefined
      ? undefined
      : await approvalDesk.findRun(record.run_id, { by: 'token', token: tenantToken }).catch((error) => {
          if (error instanceof GatewayError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN'))
            return undefined
          throw error
        })
  const [first, ...others] = run?.records ?? []
  if (run && others.length > 0) return run
  const only = first ?? record
  if (refuseDecider(only, tenantToken, domains)) throw proveAgain(opened, 'FORBIDDEN', notDecider)
  return { records: [only], digest: only.digest }
}

/** The whole calls, for somebody who may decide. */
const show = async (
  parts: ApproveParts,
  { record, page, exchange }: Opened,
  { tenantToken }: PastedToken,
  { records, digest, runId }: Decided,
): Promise<Reply> => {
  const { approvalDesk } = parts
  const [first] = records
  if (first?.state !== 'waiting') return endPage(page.brand, 200, 'Decided', `This call is ${first?.state}.`)
  const ticket = await makeTicket(parts, tenantToken, page.formProof.proof, purposeOf(record))
  const calls = await Promise.all(
    records.map(async (one, nth) => ({
      call: await approvalDesk.showWhole(one),
      now: nth < mostReadNow ? await approvalDesk.showNow(one, exchange.request.signal, tenantToken) : undefined,
    })),
  )
  const [only] = calls
  const deciding = { ...page, digest, ticket }
  return runId === undefined && only ? decidePage(deciding, only) : decideRunPage(deciding, calls)
}

/** The title and the text after a decision. */
const tellDecided = (decision: 'approve' | 'refuse', states: readonly ApprovalState[]): readonly [string, string] => {
  const [what, is] = states.length === 1 ? ['The call', 'is'] : ['The calls', 'are']
  if (decision === 'refuse') return ['Refused', `${what} ${is} not sent.`]
  return states.every((state) => state !== 'waiting')
    ? ['Approved', `${what} ${is} being sent.`]
    : ['Approved', `${what} still ${is === 'is' ? 'waits' : 'wait'} for others to approve.`]
}

/** Stores the word. Returns the states of the calls that it was about. Throws as the desk does. */
const storeWord = async (
  { approvalDesk }: ApproveParts,
  { records, runId }: Decided,
  form: ReadonlyMap<string, string>,
  decider: Decider,
  word: Word,
): Promise<readonly ApprovalState[]> => {
  const [only] = records
  if (runId === undefined && only) return [(await approvalDesk.decide(only, decider, word)).state]
  const except = records.flatMap(({ id }) => (form.has(boxName(id)) ? [] : [id]))
  const decided = await approvalDesk.decideRun(runId ?? '', decider, { ...word, except })
  return decided.flatMap(({ id, state }) => (except.includes(id) ? [] : [state]))
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
  const decided = await findCalls(parts, opened, token)
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
    const states = await storeWord(parts, decided, form, { by: 'token', token: token.tenantToken }, word)
    return {
      reply: endPage(page.brand, 200, ...tellDecided(decision, states)),
      auditEvent: {
        action: decided.runId === undefined ? 'decide_approval' : 'decide_run',
        tenant: record.tenant,
        key: `approvals/${decided.runId === undefined ? record.id : `runs/${decided.runId}`}`,
        tokenId: token.tenantToken.token_id,
      },
    }
  } catch (thrown) {
    // Somebody was first, too many are approved in advance, or no box is checked.
    if (!(thrown instanceof GatewayError) || !undecided.has(thrown.code)) throw thrown
    throw new EndpointRefusal(
      endPage(page.brand, thrown.status, 'Nothing was decided', `${thrown.message}.`),
      thrown.code,
      thrown.message,
    )
  }
}

const undecided: ReadonlySet<ErrorCode> = new Set(['CONFLICT', 'RATE_LIMITED', 'VALIDATION_ERROR'])

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
        return { reply: await show(parts, opened, token, await findCalls(parts, opened, token)) }
      } catch (thrown) {
        throw thrown instanceof GatewayError ? proveAgain(opened, thrown.code, toFormError(thrown)) : thrown
      }
    },
  }),
]
