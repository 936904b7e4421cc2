import { distance } from 'fastest-levenshtein'
import type { Detail } from '../../errors.ts'
import { isReadName } from '../find/name-wish.ts'
import { narrowNames } from './narrow-names.ts'
import { formatChoice, formatNames } from './nearest.ts'

const heading = 'the actions are'
const longestName = 64

/** The fault of a name that is none of the actions. */
export const unknownActionFault = 'unknown action'

/**
 * The fault of a body's `action`: one detail at `/action` that lists the domain's actions. Empty if the domain has the
 * action.
 */
export const actionProblems = (actions: readonly string[], body: Readonly<Record<string, unknown>>): Detail[] => {
  const action = Object.hasOwn(body, 'action') ? body.action : undefined
  const choice = actions.length > 0 ? `${heading} ${formatNames(actions)}` : 'there are no actions that you may use'
  const problem = (message: string): Detail[] => [{ path: '/action', message }]

  if (action === undefined) return problem(`is required; ${choice}`)
  if (typeof action !== 'string') return problem(`must be a string; ${choice}`)
  if (actions.includes(action)) return []
  if (actions.length === 0) return problem(`${unknownActionFault}; ${choice}`)
  return problem(
    `${unknownActionFault}${formatChoice(action, actions, heading, findAlike(action, narrowNames(action.slice(0, longestName), actions)))}`,
  )
}

/** The first word of an action's name: `post` of `postMessage`. */
const readFirstWord = (action: string): string => /[A-Z]*[a-z0-9]+|[A-Z]+/.exec(action)?.[0].toLowerCase() ?? ''

/** The words of a name: those of `chat.postMessage` are `chat`, `post` and `message`. */
const splitWords = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

/** The letters by which a misspelt verb may differ: two in a long one, as where two are swapped. */
const isSameVerb = (one: string, other: string): boolean =>
  distance(one, other) <= (Math.min(one.length, other.length) > 4 ? 2 : 1)

/** The actions that do the same, so that `complete_task` isn't taken for `delete_task`, nor a read for a write. */
const findAlike = (calledName: string, actions: readonly string[]): readonly string[] => {
  const name = calledName.slice(0, longestName)
  const words = splitWords(name)
  const isRead = isReadName(name)
  const doTheSame = (verb: string): boolean =>
    words.some((word) => isSameVerb(word, verb)) && (isRead !== true || isReadName(verb) !== false)
  /** Thousands of actions begin with few verbs. */
  const liveness = new Map<string, boolean>()
  return actions.filter((action) => {
    const verb = readFirstWord(action)
    const same = liveness.get(verb) ?? doTheSame(verb)
    liveness.set(verb, same)
    return same
  })
}
