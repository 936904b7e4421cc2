import type { CallRecord, Data, PreparedCall } from '../../context/index.ts'
import type { KeptWrite } from '../../effects/index.ts'
import { parseExact } from '../../encoding/exact-json.ts'
import { shapeAnswer } from '../../upstream/index.ts'

/** The answer to an earlier call with the same idempotency key, shaped for the present caller. Nothing is sent, and nothing is billed. */
export const replayAnswer = (record: CallRecord, prepared: PreparedCall, { entryId, answer }: KeptWrite): Data => {
  record.reason = `Replay of the call ${entryId}: nothing was sent`
  const data = shapeAnswer(prepared, { ...answer, body: parseExact(answer.text) })
  return { ...data, beside: { replayed: true, ...data.beside } }
}
