import type { CallContext, Data, PreparedCall } from '../context/index.ts'
import type { KeptWrite } from '../effects/index.ts'
import { shapeAnswer } from '../upstream/index.ts'

/** The answer to an earlier call with the same idempotency key, shaped for whoever asks now. Nothing is sent, and nothing billed. */
export const replayAnswer = async (
  context: CallContext,
  prepared: PreparedCall,
  { entryId, answer }: KeptWrite,
): Promise<Data> => {
  context.replayed = true
  context.reason = `Replay of the call ${entryId}: nothing was sent`
  // If that fails, the quota corrects itself from the audit log later.
  await context.reservation?.release().catch(() => undefined)
  const data = shapeAnswer(prepared, { ...answer, body: JSON.parse(answer.text) })
  return { ...data, beside: { replayed: true, ...data.beside } }
}
