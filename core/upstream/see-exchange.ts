import type { FetchAnswer } from '../fetch/index.ts'
import type { SeenExchange, ShownExchange } from '../tries.ts'
import { isBlank, kindByContent } from './answer/answer-content.ts'
import { withholdMembers } from './answer/withheld-members.ts'
import { listCredentialSecrets } from './authentication.ts'
import type { RequestPlan } from './plan.ts'
import { showPlanned } from './show-request.ts'

/** The bytes of an answer that are looked at: far more than is kept, so that a credential at the end of the kept text is found whole. */
const lookedAt = 256 * 1024

const showBody = (plan: RequestPlan, answer: FetchAnswer): string | null => {
  const { redaction, provider, effect } = plan
  const { headers, unread } = answer
  const bytes = answer.bytes.subarray(0, lookedAt)
  if (unread !== undefined) return `(not read: ${unread})`
  if (isBlank(bytes)) return null
  if (effect.secret) return '(secret)'
  const kind = kindByContent({ headers, bytes })
  if (kind === 'bytes')
    return `(${answer.bytes.length} bytes of ${headers.get('content-type') ?? 'application/octet-stream'})`
  if (kind === 'text') return redaction.text(bytes, headers)
  const { text } = redaction.json(bytes, headers)
  return (provider.withhold && withholdMembers(provider.withhold, text)?.text) ?? text
}

const showAnswer = (plan: RequestPlan, answer: FetchAnswer): ShownExchange['answer'] => ({
  status: answer.status,
  headers: Object.fromEntries(answer.headers),
  body: showBody(plan, answer),
})

/** `answer`: `undefined` if none came. */
export const seeExchange = (plan: RequestPlan, answer: FetchAnswer | undefined): SeenExchange => ({
  secrets: listCredentialSecrets(plan.auth, plan.credential),
  show: () => ({ request: showPlanned(plan), answer: answer ? showAnswer(plan, answer) : null }),
})
