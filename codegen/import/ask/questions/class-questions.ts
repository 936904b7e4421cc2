import { deriveClasses } from '@patchbay/core/imported'
import { type ActionClass, actionClasses } from '@patchbay/core/provider'
import type { Imported } from '../../convert/to-slice.ts'
import { namesText } from '../names-text.ts'
import type { Question } from '../question.ts'

interface Classified {
  readonly name: string
  readonly classes: readonly ActionClass[] | undefined
}

const isWrite = ({ action: { effect, method, deprecated } }: Imported): boolean =>
  !deprecated && (effect ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write')) === 'write'

/** The writes by their classes: `deletes: delete_item, delete_shelf; sends: notify_reader`. */
const classLines = (writes: readonly Classified[]): string =>
  actionClasses
    .flatMap((one) => {
      const names = writes.flatMap(({ name, classes = [] }) => (classes.includes(one) ? [name] : []))
      return names.length > 0 ? [`${one}: ${namesText(names)}`] : []
    })
    .join('; ')

/** Questions about all writes at once: policies ask before classes, or refuse them. */
export const classQuestions = (actions: readonly Imported[]): Question[] => {
  const writes = actions.filter(isWrite).map(({ name, action }) => ({ name, classes: deriveClasses(name, action) }))
  const classed = writes.filter(({ classes = [] }) => classes.length > 0)
  const unknown = writes.filter(({ classes }) => !classes)
  const [first] = classed
  const [open] = unknown
  return [
    ...(first
      ? [
          {
            id: 'classes',
            question: `Is this what the writes do? ${classLines(classed)}`,
            guess: 'yes',
            reason: 'their names and parameters say so',
            meanwhile: 'policies see these classes',
            overlay: { is: { [first.name]: first.classes ?? [] } },
          },
        ]
      : []),
    ...(open
      ? [
          {
            id: 'unclassed',
            question: `What do these writes do? Their names don't show it: ${namesText(unknown.map(({ name }) => name))}`,
            guess: 'none of what policies ask about',
            reason: 'most writes only change records',
            meanwhile: 'they are unclassed, and careful policies ask before them',
            overlay: { is: { [open.name]: [] } },
          },
        ]
      : []),
  ]
}
