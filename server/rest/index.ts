import type { Calls } from '@patchbay/core/call'
import { CallRecord, type CallRequest, type Repetition, toAsker } from '@patchbay/core/context'
import { invalid } from '@patchbay/core/errors'
import { mayHoldInexact } from '@patchbay/core/exact-json'
import { type Exchange, type HttpRoute, jsonLine, type Reply } from '../http/exchange.ts'
import { checkLength, readJsonText } from '../http/read/bodies.ts'
import { refuseRepeatedQuery } from '../http/read/queries.ts'
import { parseStrictJson, refuseInexact } from '../http/read/strict-json.ts'
import { readCaller } from './admit-caller.ts'
import type { AwaitDecision } from './await-decision.ts'
import { lineOf } from './kept-lines.ts'

export { admitCaller, answerCaller } from './admit-caller.ts'
export { approvalRestRoutes } from './approvals.ts'
export { createAwaitDecision } from './await-decision.ts'
export { runApprovalRoutes } from './run-approvals.ts'

export interface RestParts {
  readonly calls: Calls
  /** Unset: no caller waits for a decision. */
  readonly awaitDecision?: AwaitDecision
  readonly maxBodyBytes: number
}

/** Reads `X-Repeat`. Throws VALIDATION_ERROR. */
const readRepeat = (header: string | null): boolean => {
  if (header !== null && header !== 'true' && header !== 'false')
    throw invalid('', 'the header X-Repeat must be true or false')
  return header === 'true'
}

const replayedHeader = { 'idempotency-replayed': 'true' }

/** The address of a waiting call's state, for its caller (RFC 9110, section 15.3.3). */
const locationHeader = ({ tenantId = '', approvalId = '' }: CallRecord) => ({
  location: `/api/v1/${tenantId}/approvals/${approvalId}`,
})

class RestRequest implements CallRequest<string> {
  readonly domain: string

  constructor(
    readonly exchange: Exchange,
    readonly maxBodyBytes: number,
  ) {
    this.domain = exchange.params.domain ?? ''
  }

  read(): Promise<string> {
    refuseRepeatedQuery(this.exchange.request.url)
    return readJsonText(this.exchange, this.maxBodyBytes)
  }

  asText(text: string): string {
    return text
  }

  parse(text: string): Record<string, unknown> {
    const body = parseStrictJson(text)
    return mayHoldInexact(text) ? refuseInexact(body) : body
  }

  noCache(): boolean {
    return /no-cache/i.test(this.exchange.request.headers.get('cache-control') ?? '')
  }

  repetition(): Repetition {
    const { headers } = this.exchange.request
    return {
      idempotencyKey: headers.get('idempotency-key') ?? undefined,
      repeat: readRepeat(headers.get('x-repeat')),
    }
  }
}

/** `POST /api/v1/<tenant>/<domain>`: a thin adapter over core/call. */
export const restRoute = (parts: RestParts): HttpRoute => ({
  method: 'POST',
  path: '/api/v1/:tenant/:domain',
  hasOwnDeadline: true,
  async handle(exchange): Promise<Reply> {
    const { request } = exchange
    const { calls, maxBodyBytes } = parts
    checkLength(request, maxBodyBytes)
    const call = new CallRecord('rest', exchange)
    const received = new RestRequest(exchange, maxBodyBytes)
    const { answer, caller, isReplayed } = await calls.call(readCaller(exchange), call, received)
    const { status, bytes } = answer
    const { approvalId } = call
    const decided = approvalId && (await parts.awaitDecision?.(exchange, toAsker(caller), approvalId))
    const limits = approvalId ? { ...call.limits, ...locationHeader(call) } : call.limits
    if (decided) {
      const body = jsonLine({ success: true, status, cache: 'BYPASS', data: decided })
      return { status, body, headers: { ...limits, 'preference-applied': 'wait' }, call }
    }
    const headers = isReplayed ? { ...limits, ...replayedHeader } : limits
    return { status, body: lineOf(answer, call), bytes: bytes + 1, headers, call }
  },
})
