import type { ApprovalAsking } from '../../approvals/index.ts'
import type { AdmittedCaller, CallAnswer, CallRecord, Data, Deadline } from '../../context/index.ts'
import type { CallEffects } from '../../effects/index.ts'
import type { FileShelf } from '../../files/index.ts'
import type { ReceivedCall } from '../receive/receive-call.ts'
import type { SendParts } from './send-call.ts'

export interface CourseWorkParts extends SendParts {
  readonly asking: ApprovalAsking
  readonly effects: Pick<CallEffects, 'open' | 'findKeptWrite' | 'takeUntaken'>
  readonly fileShelf: Pick<FileShelf, 'keep' | 'keepFor'>
}

/** The outcome of a call. */
export interface CallOutcome {
  readonly answer: CallAnswer
  readonly caller: AdmittedCaller
  /** True if the answer is that of an earlier call with the same idempotency key: nothing was sent. */
  readonly isReplayed: boolean
  /** True if nothing was sent or newly asked: what the call took of its limits is given back. A replay is free without it. */
  readonly isFree: boolean
  /** A note for a model beside the answer. */
  readonly note: string | undefined
}

/** One call on its course. */
export interface CourseWork {
  readonly parts: CourseWorkParts
  readonly caller: AdmittedCaller
  readonly record: CallRecord
  readonly received: ReceivedCall
  readonly deadline: Deadline
  /** `answered` is called with the provider's answer before the call is recorded. */
  readonly request: { answered?(data: Data): void }
}
