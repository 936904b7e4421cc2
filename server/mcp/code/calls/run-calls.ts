import type { Calls } from '@patchbay/core/call'
import {
  type AdmittedCaller,
  type Arrival,
  accountKey,
  CallRecord,
  type UnadmittedCaller,
} from '@patchbay/core/context'
import { asGatewayError, type GatewayError } from '@patchbay/core/errors'
import { parseExact } from '@patchbay/core/exact-json'
import { pause } from '@patchbay/core/pause'
import type { Domain, ToolArguments } from '@patchbay/core/schema'
import type { UnixMs } from '@patchbay/core/time'
import { type DocsUrl, errorEnvelope } from '../../../http/error-envelope.ts'
import { nestError } from '../../call/nested-call.ts'
import { type BodyParts, readToolBody, type ToolBody } from '../../call/tool-body.ts'
import { ToolRequest } from '../../call/tool-request.ts'
import { type SuggestActions, type WrongCall, withSuggestions } from '../../find/suggest-actions.ts'
import { readSearcher } from '../../find/usable-actions.ts'
import type { McpScope } from '../../mcp-scope.ts'
import { findProviderId } from '../../tools/heal-frame.ts'
import { runLimits } from '../../tools/run-limits.ts'
import type { ToolEffect } from '../../tools/tool-names.ts'
import { isWait } from '../pool/run-once.ts'
import type { CalledAccount } from './called-account.ts'
import { readCall } from './read-call.ts'
import { noteWrite, type WriteNote } from './write-note.ts'

export interface RunCallParts extends BodyParts {
  readonly docsUrl: DocsUrl
  readonly calls: Calls
  readonly domains: ReadonlyMap<string, Domain>
  readonly suggest: SuggestActions
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
  /** The members beside the data, as JSON; unset: there are none. */
  readonly beside?: string | undefined
  /** The time of the code's clock from then on; unset: now. */
  readonly now?: UnixMs
  /** True if too many calls wait for approval, and this one was not taken. */
  readonly isOneTooMany?: boolean
  /** The approval that the call waits for; `undefined`: it doesn't wait. */
  readonly approvalId: string | undefined
  readonly called: CalledAccount
  readonly write?: WriteNote | undefined
}

/** Makes a call of the code, which is its `nth`. Never rejects. */
export type MakeCall = (nth: number, json: string) => Promise<CallEnd>

export interface RunCalls {
  readonly make: MakeCall
  /** The writes under way, whose effects aren't known yet. */
  listOpenWrites(): readonly WriteNote[]
  /** Notes about the calls for the reader of the run's result. */
  listNotes(): readonly string[]
}

/** The members of an envelope that the code gets beside the data: a list that stopped, a note, fields that there aren't. */
const toldBeside = ['more', 'next', 'stopped', 'unmatched_fields', 'known_fields'] as const

const readAnswer = (
  envelope: string,
  note: string | undefined,
): { readonly data: unknown; readonly beside: string | undefined } => {
  const { data, ...others } = parseExact(envelope) as Readonly<Record<string, unknown>>
  const members = toldBeside.flatMap((name) => (others[name] === undefined ? [] : [[name, others[name]] as const]))
  const beside = Object.fromEntries([...members, ...(note === undefined ? [] : [['note', note] as const])])
  return { data, beside: Object.keys(beside).length > 0 ? JSON.stringify(beside) : undefined }
}

/** The members beside an answer, in words for the result of the run. */
const describeBeside = ({ provider, action }: CallRecord, beside: string): string => {
  const { more, next, stopped, note, unmatched_fields: unmatched, known_fields: fields } = JSON.parse(beside)
  const words = [
    ...(more ? [`the list stopped before its end (${stopped}); it goes on at ${JSON.stringify(next)}`] : []),
    ...(note === undefined ? [] : [note]),
    ...(unmatched === undefined
      ? []
      : [`result_fields ${unmatched.join(', ')} match nothing; there are ${fields.join(', ')}`]),
  ]
  return `${provider}.${action}: ${words.join('; ')}`.slice(0, longestNote)
}
const longestNote = 300
const mostNotes = 10

/** The waits after a refusal for too many calls that doesn't say how long: in seconds, by the try. */
const unsaidWaits = [2, 4, 8, 16]

/** The wait before a call that was refused for too many calls is made again; `undefined`: it is another failure. */
const readWait = ({ status, extras }: GatewayError, tries: number): number | undefined => {
  if (status !== 429 || extras.tooManyWait) return undefined
  const seconds = extras.retryAfter ?? unsaidWaits[tries]
  return seconds === undefined ? undefined : seconds * 1000
}

const nobody: CalledAccount = {}

/**
 * Makes the calls of a run. Each goes the way of a call by `call_read` or `call_write`: it is admitted anew, counted, decided, sent and
 * recorded like any other. A token that was revoked meanwhile ends the run. A call that is one too many for now, for the gateway or the
 * vendor, is made again as soon as it may be, if that is within the run's time.
 */
export const createRunCalls =
  (parts: RunCallParts) =>
  ({ scope, effect, id, abort, isContinued }: CallingRun): RunCalls => {
    const { calls, domains, docsUrl } = parts
    const { caller, tenant } = scope
    const lastStart = Date.now() + runLimits.totalMs * 0.9
    const open = new Map<number, CallRecord>()
    const notes = new Set<string>()

    const makeOnce = async (nth: number, json: string): Promise<CallEnd & { readonly error?: GatewayError }> => {
      const { namedTenant, token } = caller
      const again: UnadmittedCaller = { source: 'mcp', arrival: arrive(caller, abort.signal), namedTenant, token }
      const call = new CallRecord('mcp', again.arrival)
      call.parent = id
      open.set(nth, call)
      const readCalled = (): CalledAccount => ({
        account: call.account && accountKey(call),
        handoverId: call.handoverId,
      })
      let wrong: WrongCall = { provider: '' }
      try {
        const ownKey = isContinued ? { idempotency_key: `run-${id}-${nth}` } : {}
        const args: ToolArguments = { ...ownKey, ...readCall(json) }
        const domain = findProviderId(domains, tenant, args)
        wrong = { provider: domain, action: args.action, ...(effect === 'read' && { effect }) }
        const read = async (): Promise<ToolBody> =>
          readToolBody(parts, readSearcher(scope), domain, { kind: 'call', effect, byCode: true }, args)
        const request = new ToolRequest(domain, Number.POSITIVE_INFINITY, read)
        const { answer, note } = await calls.call(again, call, request)
        const { approvalId } = call
        const { data, beside } = readAnswer(answer.envelope, note)
        if (beside !== undefined && notes.size < mostNotes) notes.add(describeBeside(call, beside))
        const write = noteWrite(call, { code: null, data, approvalId })
        return { isError: false, json: JSON.stringify(data), beside, approvalId, called: readCalled(), write }
      } catch (thrown) {
        const error = await withSuggestions(parts.suggest, readSearcher(scope), asGatewayError(thrown), wrong)
        if (notAdmitted.includes(error.code)) abort.abort(error)
        const envelope = errorEnvelope(nestError(error), caller.arrival.requestId, 'caller', docsUrl)
        const write = noteWrite(call, { code: error.code })
        return {
          isError: true,
          json: JSON.stringify(envelope),
          isOneTooMany: error.extras.tooManyWait === true,
          approvalId: undefined,
          called: readCalled(),
          write,
          error,
        }
      } finally {
        open.delete(nth)
      }
    }

    const wait = async (json: string): Promise<CallEnd> => {
      const { wait: ms } = JSON.parse(json) as { readonly wait: number }
      await pause(ms, abort.signal).catch(() => undefined)
      return { isError: false, json: 'null', approvalId: undefined, called: nobody }
    }

    return {
      async make(nth, json) {
        if (isWait(nth)) return wait(json)
        for (let tries = 0; ; tries++) {
          const { error, ...end } = await makeOnce(nth, json)
          const ms = error && readWait(error, tries)
          if (ms === undefined || abort.signal.aborted || Date.now() + ms > lastStart) return end
          await pause(ms, abort.signal).catch(() => undefined)
        }
      },
      listNotes: () => [...notes],
      listOpenWrites: () => [...open.values()].flatMap((call) => noteWrite(call, { code: 'TIMEOUT' }) ?? []),
    }
  }
