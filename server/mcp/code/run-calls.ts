import type { Calls } from '@patchbay/core/call'
import {
  type AdmittedCaller,
  type Arrival,
  accountKey,
  CallRecord,
  type UnadmittedCaller,
} from '@patchbay/core/context'
import { asGatewayError, invalid } from '@patchbay/core/errors'
import { parseExact } from '@patchbay/core/exact-json'
import { isJsonObject } from '@patchbay/core/json-object'
import type { Domain, ToolArguments } from '@patchbay/core/schema'
import { type DocsUrl, errorEnvelope } from '../../http/error-envelope.ts'
import { parseStrictValue } from '../../http/read/strict-json.ts'
import { nestError } from '../call/nested-call.ts'
import { type BodyParts, readToolBody, type ToolBody } from '../call/tool-body.ts'
import { createToolRequest } from '../call/tool-request.ts'
import type { McpScope } from '../mcp-scope.ts'
import { findProviderId } from '../tools/heal-frame.ts'
import type { ToolEffect } from '../tools/tool-names.ts'
import type { CalledAccount } from './called-account.ts'

export interface RunCallParts extends BodyParts {
  readonly docsUrl: DocsUrl
  readonly calls: Calls
  readonly domains: ReadonlyMap<string, Domain>
}

/** A run as its calls know it. */
export interface CallingRun {
  readonly scope: Pick<McpScope, 'caller' | 'tenant'>
  readonly effect: ToolEffect
  /** The id of the run's audit entry. */
  readonly id: string
  /** Aborted when the run ends before its calls; a call ends the run by it whose caller isn't admitted any more. */
  readonly abort: AbortController
  /** Each write of a run that was continued has a key of its own: where the gateway died meanwhile, it is not sent again. */
  readonly isContinued: boolean
}

const notAdmitted = ['AUTH_FAILED', 'TENANT_NOT_FOUND', 'TENANT_SUSPENDED']

const options = ['account_id', 'idempotency_key', 'result_fields', 'repeat', 'fresh', 'dry_run', 'as_file']

/** The code's arguments for `call` as those of `call_read` or `call_write`. Throws VALIDATION_ERROR. */
const readCall = (json: string): ToolArguments => {
  const { provider, action, parameters = {}, options: given = {} } = parseStrictValue(json) as ToolArguments
  if (!isJsonObject(given)) throw invalid('', 'the fourth argument of call must be an object')
  const unknown = Object.keys(given).filter((name) => !options.includes(name))
  if (unknown.length > 0)
    throw invalid('', `the fourth argument of call has ${unknown.join(', ')}; it may have ${options.join(', ')}`)
  return { ...given, provider, action, parameters }
}

/** Each call has an arrival of its own: a run may outlast the request that began it. */
const arrive = ({ arrival }: AdmittedCaller, signal: AbortSignal): Arrival => ({
  ip: arrival.ip,
  requestId: arrival.requestId,
  startedAt: performance.now(),
  signal,
})

/** The result of a call of the code. */
export interface CallEnd {
  readonly isError: boolean
  /** The `data` of its answer, or the envelope of its error. */
  readonly json: string
  /** The approval that the call waits for; `undefined`: it doesn't wait. */
  readonly approvalId: string | undefined
  readonly called: CalledAccount
}

/** Makes a call of the code, which is its `nth`. Never rejects. */
export type MakeCall = (nth: number, json: string) => Promise<CallEnd>

/**
 * Makes the calls of a run. Each goes the way of a call by `call_read` or `call_write`: it is admitted anew, counted, decided, sent and
 * recorded like any other. A token that was revoked meanwhile ends the run.
 */
export const createRunCalls =
  (parts: RunCallParts) =>
  ({ scope, effect, id, abort, isContinued }: CallingRun): MakeCall => {
    const { calls, domains, docsUrl } = parts
    const { caller, tenant } = scope
    return async (nth, json) => {
      const { namedTenant, token } = caller
      const again: UnadmittedCaller = { source: 'mcp', arrival: arrive(caller, abort.signal), namedTenant, token }
      const call = new CallRecord('mcp', again.arrival)
      call.parent = id
      const readCalled = (): CalledAccount => ({
        account: call.account && accountKey(call),
        handoverId: call.handoverId,
      })
      try {
        const ownKey = isContinued ? { idempotency_key: `run-${id}-${nth}` } : {}
        const args = { ...ownKey, ...readCall(json) }
        const domain = findProviderId(domains, tenant, args)
        const read = async (): Promise<ToolBody> =>
          readToolBody(parts, tenant.id, domain, { kind: 'call', effect, byCode: true }, args)
        const request = createToolRequest(domain, Number.POSITIVE_INFINITY, read)
        const { answer } = await calls.call(again, call, request)
        return { isError: false, json: readData(answer.envelope), approvalId: call.approvalId, called: readCalled() }
      } catch (thrown) {
        const error = asGatewayError(thrown)
        if (notAdmitted.includes(error.code)) abort.abort(error)
        const envelope = errorEnvelope(nestError(error), caller.arrival.requestId, 'caller', docsUrl)
        return { isError: true, json: JSON.stringify(envelope), approvalId: undefined, called: readCalled() }
      }
    }
  }

const readData = (envelope: string): string => JSON.stringify(Object(parseExact(envelope)).data)
