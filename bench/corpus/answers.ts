import type { Imported } from '../../codegen/import/convert/to-slice.ts'
import { below, followReferences, isNode, type Node, toNode } from '../../codegen/import/read/node.ts'
import { Failed, interpretAnswer } from '../../core/upstream/interpret-answer.ts'
import type { RequestPlan } from '../../core/upstream/plan.ts'

interface AnswerSample {
  readonly status: number
  /** The answer's `Content-Type`; empty: none. */
  readonly type: string
  readonly text: string
}

/**
 * Answers that vendors send against their documents: pictures and texts where none are declared, JSON anywhere, and
 * empty bodies.
 */
const undeclared: readonly AnswerSample[] = [
  { status: 200, type: 'application/json; charset=utf-8', text: '{"a":1}' },
  { status: 200, type: 'application/vnd.example+json', text: '[]' },
  { status: 200, type: '', text: '{"a":1}' },
  { status: 200, type: 'application/json', text: '' },
  { status: 204, type: '', text: '' },
]

const others: readonly AnswerSample[] = [
  { status: 200, type: 'image/png', text: '\u0089PNG' },
  { status: 200, type: 'text/html', text: '<p>' },
]

/** A body of a media type as a vendor sends it. */
const sampleOf = (status: number, media: string): AnswerSample => {
  const type = media.includes('*') ? 'application/octet-stream' : media
  return { status, type, text: /json/.test(media) ? '{"a":1}' : 'text' }
}

const isEmptySchema = (root: Node, part: unknown): boolean => {
  const schema = isNode(part) ? followReferences(root, part.schema, '')?.node : undefined
  return (
    schema !== undefined && Object.keys(schema).every((keyword) => keyword === 'title' || keyword === 'description')
  )
}

/** The good answers that a document declares, and those that it leaves open. */
const samplesOf = (root: Node, operation: Imported['operation']): readonly AnswerSample[] => {
  const good = Object.entries(toNode(operation.node.responses)).filter(([status]) => /^2/.test(status))
  const content = good.flatMap(([status, value]) => {
    const answer = followReferences(root, value, below('/responses', status))
    return Object.entries(toNode(answer?.node.content)).map(([media, part]) => ({
      part,
      sample: sampleOf(Number(status) || 200, media),
    }))
  })
  const isOpen = content.length === 0 || content.every(({ part }) => isEmptySchema(root, part))
  return [...content.map(({ sample }) => sample), ...undeclared, ...(isOpen ? others : [])]
}

/** Good answers of an operation that its action refuses: `GET /film: image/png`. */
export const refusedAnswers = (root: Node, { operation, action }: Imported, plan: RequestPlan): string[] => {
  if (action.answer === 'location') return []
  return samplesOf(root, operation).flatMap(({ status, type, text }) => {
    const headers = new Headers(type === '' ? {} : { 'content-type': type })
    const { result } = interpretAnswer(plan, plan.origin, { status, headers, bytes: Buffer.from(text, 'latin1') })
    return result instanceof Failed ? [`${operation.key}: ${status} ${type || 'no type'}: ${result.error.message}`] : []
  })
}
