import type { Data } from '../../context/index.ts'
import type { KeptWrite } from '../../effects/index.ts'
import { parseExact } from '../../encoding/exact-json.ts'
import { shapeAnswer } from '../../upstream/index.ts'
import { fileMembers } from '../members-to-files.ts'
import type { CourseWork } from './course-work.ts'

/**
 * The answer to an earlier call with the same idempotency key, or of one whose caller hung up, shaped for the present caller. Nothing is sent, and
 * nothing is billed. `note`: what the caller is told beside it; MCP adds its notes itself.
 */
export const replayAnswer = (
  { parts, caller, record, received: { prepared } }: CourseWork,
  { entryId, answer }: KeptWrite,
  note?: string | undefined,
): Promise<Data> => {
  record.reason = `Replay of the call ${entryId}: nothing was sent`
  const data = shapeAnswer(prepared, { ...answer, body: parseExact(answer.text) })
  const noted = record.source === 'rest' && note !== undefined && { note }
  const replayed = { ...data, beside: { replayed: true, ...noted, ...data.beside } }
  return fileMembers(parts.fileShelf, caller, prepared, record, replayed)
}
