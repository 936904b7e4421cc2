import type { Slice } from '@patchbay/core/imported'
import type { Imported } from '../../convert/to-slice.ts'
import type { Node } from '../../read/node.ts'
import type { Question } from '../question.ts'

/** Members in which documents say when an operation ends; OpenAPI has none. */
const members = ['x-sunset', 'x-sunset-date', 'x-sunset-at', 'x-deprecated-at', 'x-removal-date', 'x-removed-at']

const toDay = (value: unknown): string | undefined => {
  const text = value instanceof Date ? value.toJSON() : String(value)
  const [day = ''] = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text) ?? []
  return new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ? day : undefined
}

const findDay = (node: Node): string | undefined =>
  members
    .map((member) => (node[member] === undefined ? undefined : toDay(node[member])))
    .find((day) => day !== undefined)

/** The question about actions that the vendor ends, by the document. */
export const sunsetQuestions = ({ hidesDeprecated }: Slice, actions: readonly Imported[]): Question[] => {
  const ends = actions.flatMap(({ name, action, operation }) => {
    const day = hidesDeprecated && action.deprecated ? undefined : findDay(operation.node)
    return day === undefined ? [] : [[name, { on: day }] as const]
  })
  const [first] = ends
  if (!first) return []
  const [name, { on }] = first
  return [
    {
      id: 'sunset',
      question: `Does the vendor end ${ends.length} actions on the days that the document names?`,
      guess: ends.length === 1 ? on : `${on} for ${name}, and ${ends.length - 1} more`,
      reason: 'the document says so',
      meanwhile: 'they are listed and called until the vendor refuses them',
      overlay: { sunset: Object.fromEntries(ends) },
      isSure: true,
    },
  ]
}
