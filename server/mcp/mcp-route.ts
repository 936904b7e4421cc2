import type { Calls } from '@patchbay/core/call'
import type { AdmittedCaller, Deadline, Deadlines, UnadmittedCaller } from '@patchbay/core/context'
import { GatewayError } from '@patchbay/core/errors'
import { givesBothCopies, resultBytesFor } from '@patchbay/core/schema'
import type { DocsUrl } from '../http/error-envelope.ts'
import { type Exchange, type HttpRoute, json, type Reply } from '../http/exchange.ts'
import { bearerToken } from '../http/read/bearer-token.ts'
import { checkLength } from '../http/read/bodies.ts'
import { takesCards } from './card/takes-cards.ts'
import { clientName, readSession, sessionHeaders } from './client-name.ts'
import { countMessages, isToolCall } from './count-messages.ts'
import { declaresUrls, elicitationForm, readAskedApproval } from './elicitation.ts'
import type { FastPath } from './fast-path.ts'
import type { AddToReport, McpScope, RequestReport } from './mcp-scope.ts'
import { type AnswerForm, asEvents, readAnswerForm, streamHeaders } from './message/answer-form.ts'
import { restoreIds } from './message/exact-ids.ts'
import { foldHeaders } from './message/message-headers.ts'
import { type ReceivedMessage, readMessage } from './message/read-message.ts'
import { refuseListening, takesTasks } from './tasks/task.ts'
import { asksForStructured, readToolChoice, type ToolChoice } from './tools/tool-choice.ts'
import { traceMessage } from './trace-message.ts'
import type { Transport } from './transport.ts'

export interface McpParts {
  readonly calls: Calls
  readonly deadlines: Deadlines
  readonly transport: Transport
  /** Answers common messages without the SDK; left out, the SDK answers all. */
  readonly fastPath?: FastPath
  /** The gateway's URL as clients see it. */
  readonly baseUrl: () => string
  readonly docsUrl: DocsUrl
  readonly maxBodyBytes: number
}

/** RFC 9728, section 5.1; RFC 6750, section 3.1. */
const challenge = (baseUrl: string, error: string): string =>
  `Bearer ${error}resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`

/**
 * Asks the client to let its user grant more, where only the grant stands in the way. A batch is answered as it is: other messages
 * of it may have succeeded.
 */
const stepUp = (reply: Reply, { missingScope }: RequestReport, message: unknown, baseUrl: string): Reply => {
  if (missingScope === undefined || Array.isArray(message)) return reply
  const header = challenge(baseUrl, `error="insufficient_scope", scope="${missingScope}", `)
  return { ...reply, status: 403, headers: { ...reply.headers, 'www-authenticate': header } }
}

const toReply = async (response: Response): Promise<Reply> => {
  const { status, headers } = response
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    return { status, body: response.body, headers: streamHeaders }
  }
  return { status, body: response.body && (await response.bytes()) }
}

/** A request that was read: its caller, the message, and how the client wants its tools. */
interface ReadRequest {
  readonly caller: AdmittedCaller
  readonly addToReport: AddToReport
  readonly choice: ToolChoice
  readonly headers: Headers
  readonly message: unknown
  readonly takesCards: boolean
}

const buildScope = ({ caller, addToReport, choice, headers, message, takesCards }: ReadRequest): McpScope => {
  const { tenant, access } = caller
  const mayElicit = tenant.options.self_connect || access.asksSomething
  const client = clientName(headers, message)
  return {
    caller,
    addToReport,
    tenant,
    surface: choice.surface,
    isTerse: (choice.isTerse || givesBothCopies(client)) && !asksForStructured(message),
    resultBytes: tenant.options.max_result_bytes ?? resultBytesFor(client),
    elicitation: mayElicit ? elicitationForm(headers, message) : undefined,
    askedApproval: readAskedApproval(message),
    takesTasks: takesTasks(message),
    showsCard: access.asksSomething && takesCards,
  }
}

/** A request of an identified caller, with what was sent. */
interface ArrivedRequest extends Pick<ReadRequest, 'caller' | 'choice' | 'headers'> {
  readonly request: Request
  readonly form: AnswerForm
  readonly received: ReceivedMessage
}

/** The trace of a message, for the span that there may be. `code`: that of a tool's error. */
const traceOf =
  (headers: Headers, message: unknown, code?: string): NonNullable<Reply['trace']> =>
  (withArguments) =>
    traceMessage(headers, message, code, withArguments)

/** Reads a message of an admitted caller. */
const createReceive = ({
  calls,
  deadlines,
  baseUrl,
  maxBodyBytes,
}: Pick<McpParts, 'calls' | 'deadlines' | 'baseUrl' | 'maxBodyBytes'>) => {
  /** Tells a client that is to sign in where it does. */
  const withChallenge = (error: unknown, token: string | undefined): unknown => {
    if (!(error instanceof GatewayError) || error.code !== 'AUTH_FAILED') return error
    // A request without a token gets no error code.
    const code = token === undefined ? '' : 'error="invalid_token", '
    return error.with({ headers: { ...error.extras.headers, 'www-authenticate': challenge(baseUrl(), code) } })
  }

  const identify = async (unknown: UnadmittedCaller, deadline: Deadline): Promise<AdmittedCaller> => {
    try {
      const identifying = calls.identify(unknown)
      return identifying instanceof Promise ? await deadline.orTimeout(identifying) : identifying
    } catch (error) {
      throw withChallenge(error, unknown.token)
    }
  }

  /** The deadline of a call applies to what comes before it, too: a body that is sent slowly, a store that answers slowly. */
  const receive = async (exchange: Exchange): Promise<ArrivedRequest> => {
    const { request } = exchange
    const headers = foldHeaders(request.headers)
    const deadline = deadlines.start(exchange)
    try {
      const token = bearerToken(headers)
      const caller = await identify({ source: 'mcp', arrival: exchange, namedTenant: undefined, token }, deadline)
      const form = readAnswerForm(headers.get('accept'))
      const choice = readToolChoice(request.url, caller.tenant)
      const how = { maxBytes: maxBodyBytes, takesProgress: form !== 'json' }
      const received = await deadline.orTimeout(readMessage(exchange, headers, how))
      return { request, caller, choice, headers, form, received }
    } finally {
      deadline.clear()
    }
  }

  return receive
}

/** The route `POST /mcp`: the Streamable HTTP transport of MCP over core/call. */
export const mcpRoute = ({
  calls,
  deadlines,
  transport,
  fastPath,
  baseUrl,
  docsUrl,
  maxBodyBytes,
}: McpParts): HttpRoute => {
  const receive = createReceive({ calls, deadlines, baseUrl, maxBodyBytes })

  const answer = async ({ request, caller, choice, headers, form, received }: ArrivedRequest): Promise<Reply> => {
    const { message, refusal } = received
    let report: RequestReport = {}
    const addToReport: AddToReport = (addition) => {
      report = { ...report, ...addition }
    }
    const log = { tenant: caller.tenant.id }
    const isTool = refusal === undefined && isToolCall(message)
    const refused = isTool
      ? undefined
      : await countMessages({ calls, docsUrl }, { caller, addToReport }, refusal ? undefined : message, 'lookup')
    if (refused) return refused
    if (refusal) return { ...refusal, headers: { ...report.limits, ...refusal.headers }, log }

    const unlistened = refuseListening(message)
    if (unlistened) return { ...json(unlistened, 400, report.limits), log }
    const cards = takesCards(message, readSession(headers)?.takesCards ?? false)
    const scope = buildScope({ caller, addToReport, choice, headers, message, takesCards: cards })
    const answered = await fastPath?.(headers, message, scope)
    if (answered) {
      const trace = traceOf(headers, message, answered.code)
      const { body, bytes, call, code } = answered
      const reply: Reply = { status: 200, body, bytes, call, code, headers: report.limits, log, trace }
      return report.missingScope === undefined ? reply : stepUp(reply, report, message, baseUrl())
    }
    const reply = await toReply(await transport({ request, headers, form, body: message }, scope))
    // Counts a message that the SDK itself refused. A batch is still under way.
    const late =
      isTool && !report.hasRun
        ? await countMessages({ calls, docsUrl }, { caller, addToReport }, message, 'call')
        : undefined
    if (late) return late
    const replyHeaders = {
      ...report.limits,
      ...reply.headers,
      ...sessionHeaders(message, { takesUrls: declaresUrls, takesCards: cards }),
    }
    return stepUp(
      { ...reply, headers: replyHeaders, log, trace: traceOf(headers, message) },
      report,
      message,
      baseUrl(),
    )
  }

  return {
    method: 'POST',
    path: '/mcp',
    hasOwnDeadline: true,
    async handle(exchange): Promise<Reply> {
      checkLength(exchange.request, maxBodyBytes)
      const arrived = await receive(exchange)
      const { form, received } = arrived
      const reply = restoreIds(await answer(arrived), received.ids)
      return form === 'events' ? asEvents(reply) : reply
    },
  }
}
