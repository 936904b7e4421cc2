import { type AccessDecision, refuse } from '../../access/index.ts'
import type { RequestMemo } from '../../cache/index.ts'
import {
  type AdmittedCaller,
  type CallRecord,
  type CallRequest,
  type Data,
  type Deadline,
  noRepetition,
  type PreparedCall,
  type Repetition,
} from '../../context/index.ts'
import { type Domain, refuseEnded } from '../../schema/index.ts'
import { checkIdempotencyKey } from '../../upstream/index.ts'
import { type AttachFilesParts, attachFiles } from './attach-files.ts'
import { chooseDomain } from './choose-domain.ts'
import { prepareCall } from './prepare.ts'
import { describeCall } from './raw-action.ts'

export interface ReceiveParts extends AttachFilesParts {
  /** The registered domains by id. */
  readonly domains: ReadonlyMap<string, Domain>
  readonly memo: RequestMemo
}

/** A mode that the caller's request says by itself: its rules count no such call. `data`: the part of an earlier answer that is asked for. */
export type StatedMode =
  | { readonly kind: 'dry-run'; readonly data: Data | undefined }
  | { readonly kind: 'continue'; readonly data: Data }

/** A call whose body was read, checked and allowed. */
export interface ReceivedCall {
  readonly prepared: PreparedCall
  readonly isWrite: boolean
  /** The decision of the caller's rules, as far as the counts of `per` let them cover the call. */
  readonly decision: Exclude<AccessDecision, { readonly kind: 'refused' }>
  readonly repetition: Repetition
  /** True if the caller wants a fresh answer from the provider. */
  readonly noCache: boolean
  /** `undefined`: the call is to be made, and its rules decide. */
  readonly stated: StatedMode | undefined
  /** The text under which to remember the prepared call; `undefined`: it has none, or is remembered already. */
  readonly newText: string | undefined
}

/** Shows the parameters to the witness of a call that may be kept. */
const noteParameters = <P extends Readonly<Record<string, unknown>>>(parameters: P, { witness }: CallRecord): P => {
  if (witness) witness.parameters = parameters
  return parameters
}

const plainDryRun: StatedMode = { kind: 'dry-run', data: undefined }

const readStatedMode = ({ dryRun }: PreparedCall, data: Data | undefined): StatedMode | undefined => {
  if (!data) return dryRun ? plainDryRun : undefined
  return { kind: dryRun ? 'dry-run' : 'continue', data }
}

/**
 * Reads the body, finds domain, action and account, and decides whether the caller may make the call. Throws CONFIG_MISSING, VALIDATION_ERROR,
 * PAYLOAD_TOO_LARGE, FORBIDDEN, and NOT_FOUND for a file.
 */
export const receiveCall = async <Body>(
  parts: ReceiveParts,
  caller: AdmittedCaller,
  record: CallRecord,
  request: CallRequest<Body>,
  deadline: Deadline,
): Promise<ReceivedCall> => {
  const { domains, memo } = parts
  const { tenant, access } = caller
  const chosen = chooseDomain(domains, caller, request.domain, record)
  const reading = request.read()
  const body = reading instanceof Promise ? await deadline.orTimeout(reading) : reading
  const text = request.asText(body)
  const noCache = request.noCache(body)
  const memoized = text === undefined ? undefined : memo.find(tenant, access, request.domain, text)
  const checked = memoized ?? prepareCall(caller, chosen, noteParameters(request.parse(body), record), record)
  record.account = checked.account.id
  record.action = checked.name
  if (memoized) noteParameters(memoized.params, record)
  if (memoized) refuseEnded(chosen.domain.source, checked.name, '/action')
  const accessCall = describeCall(checked)
  const decision = access.decide(accessCall)
  if (decision.kind === 'refused') throw refuse(accessCall, decision.refusal)
  const prepared = await attachFiles(parts, caller, checked)
  const isWrite = prepared.action.effect.kind === 'write'
  const repetition = isWrite ? request.repetition(body) : noRepetition
  checkIdempotencyKey(repetition.idempotencyKey)
  const newText = memoized ? undefined : text
  const stated = readStatedMode(prepared, request.replay?.(body))
  return { prepared, isWrite, decision, repetition, noCache, stated, newText }
}
