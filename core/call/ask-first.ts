import type { AskRule } from '../access/index.ts'
import { type ApprovalAsking, readWaitMs } from '../approvals/index.ts'
import type { ApprovedCall, CallContext, Data, PreparedCall, Repetition } from '../context/index.ts'
import type { CallEffects } from '../effects/index.ts'
import type { FileShelf } from '../files/index.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Credential, Refresher } from '../refresh/index.ts'
import { chooseKey, type ProviderAccess, planRequest, showRequest, withoutBoundary } from '../upstream/index.ts'
import { findUsable } from './dry-run.ts'
import { findAccessKind } from './raw-action.ts'
import { replayAnswer } from './replay.ts'

export interface AskFirstParts extends ProviderAccess {
  readonly asking: ApprovalAsking
  readonly effects: Pick<CallEffects, 'findKept'>
  readonly refresher: Refresher
  readonly fileShelf: Pick<FileShelf, 'keepFor'>
}

/** An approved call may be tried again for so long. */
const sendingMs = 3_600_000

/** The rule by which the call waits for a person's yes; `undefined`: it is sent at once, as is one that got that yes, also in advance. */
export const findAskRule = (
  { asking }: Pick<AskFirstParts, 'asking'>,
  context: CallContext,
  prepared: PreparedCall,
  asked: Repetition,
): MaybePromise<AskRule | undefined> => {
  if (context.approved) return undefined
  const { ref, name, action } = prepared
  const isRead = action.effect.kind === 'read'
  const rule = context.access.findAskRule(ref.provider, name, findAccessKind(prepared), ref.account, isRead)
  return rule && asking.passes(context, prepared, asked).then((passes) => (passes ? undefined : rule))
}

/** The request as people see it. Two are the same exactly if the same would be sent. */
export const showAskedRequest = (
  access: ProviderAccess,
  prepared: PreparedCall,
  credential: Credential,
  idempotencyKey: string,
): unknown => {
  const key = chooseKey(prepared.action, idempotencyKey)
  return withoutBoundary(showRequest(planRequest(access, prepared, credential, key)))
}

/** What a call with the same key came to: its answer, or how far its approval has come. Throws CONFLICT where it has none of both. */
const findKnown = async (
  { effects, asking }: AskFirstParts,
  context: CallContext,
  prepared: PreparedCall,
  asked: Repetition,
): Promise<Data | undefined> => {
  const { idempotencyKey } = asked
  if (idempotencyKey === undefined) return undefined
  try {
    const kept = await effects.findKept(context, prepared, asked)
    return kept && (await replayAnswer(context, prepared, kept))
  } catch (error) {
    const waiting = await asking.findByKey(context, prepared, idempotencyKey)
    if (!waiting) throw error
    return waiting
  }
}

/** Stores the call for people to decide, unless its key has an answer already. Throws what the call would throw before it is sent. */
export const askFirst = async (
  parts: AskFirstParts,
  context: CallContext,
  prepared: PreparedCall,
  {
    rule,
    asked,
    stored,
  }: { readonly rule: AskRule; readonly asked: Repetition; readonly stored: Credential | undefined },
): Promise<Data> => {
  const known = await findKnown(parts, context, prepared, asked)
  if (known) return known
  const credential = await findUsable(parts.refresher, stored, prepared.ref)
  if (prepared.fileIds) await parts.fileShelf.keepFor(prepared.fileIds, readWaitMs(context) + sendingMs)
  return parts.asking.ask(context, prepared, {
    rule,
    asked,
    showRequest: (key) => showAskedRequest(parts, prepared, credential, key),
  })
}

/** Throws CONFLICT unless the request that would be sent now is the one that people saw. */
export const assertAsApproved = (
  access: ProviderAccess,
  approved: ApprovedCall,
  prepared: PreparedCall,
  credential: Credential,
  { idempotencyKey = approved.id }: Repetition,
): Promise<void> => approved.assertSame(prepared, showAskedRequest(access, prepared, credential, idempotencyKey))
