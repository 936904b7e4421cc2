import type { Data, PreparedCall } from '../context/index.ts'
import type { Pointer } from '../provider/index.ts'
import { at } from '../schema/index.ts'
import { selectFields } from './answer/result-fields.ts'
import type { ProviderAnswer } from './interpret-answer.ts'

/** The pointer to the items of a list in the shaped answer. A GraphQL answer loses its outer `data`. */
const itemsIn = (
  shaped: unknown,
  body: unknown,
  { pages, definition }: PreparedCall['action'],
): Pointer | undefined => {
  if (pages?.shapedItems !== undefined) return pages.shapedItems
  const isUnwrapped = definition.graphql !== undefined && shaped === at(body, '/data')
  return isUnwrapped ? (pages?.items.replace(/^\/data(?=\/|$)/, '') as Pointer | undefined) : pages?.items
}

/** The status of the envelope: 204 and 205 can't have a body, and clients would follow a redirect. */
const toEnvelopeStatus = (status: number): number => (status === 204 || status === 205 || status >= 300 ? 200 : status)

/** The provider's answer, shaped as the action and the caller want it. */
export const shapeAnswer = (
  { action, resultFields }: Pick<PreparedCall, 'action' | 'resultFields'>,
  answer: ProviderAnswer,
): Data => {
  const status = toEnvelopeStatus(answer.status)
  const { next, stop } = answer
  if (!action.shape && !resultFields) return { status, text: answer.text, beside: stop, value: answer.body, next }
  const shaped = action.shape ? action.shape(answer.body, answer) : answer.body
  if (!resultFields) return { status, text: JSON.stringify(shaped ?? null), beside: stop, value: shaped ?? null, next }
  const { data, unmatched } = selectFields(shaped, resultFields, itemsIn(shaped, answer.body, action))
  return {
    status,
    text: JSON.stringify(data ?? null),
    beside: stop ? { ...unmatched, ...stop } : unmatched,
    value: data ?? null,
    next,
  }
}
