import { distance } from 'fastest-levenshtein'
import type { Detail, UnknownAction } from '../../errors.ts'
import { formatChoice, formatNames } from './nearest.ts'

const heading = 'the actions are'

const listChoice = (actions: readonly string[]): string =>
  actions.length > 0 ? `${heading} ${formatNames(actions)}` : 'there are no actions that you may use'

/**
 * The fault of a body's `action`: one detail at `/action` that lists the domain's actions. Empty if the domain has the
 * action.
 */
export const actionProblems = (actions: readonly string[], body: Readonly<Record<string, unknown>>): Detail[] => {
  const given = Object.hasOwn(body, 'action') ? body.action : undefined
  const choice = listChoice(actions)
  const problem = (message: string): Detail[] => [{ path: '/action', message }]

  if (given === undefined) return problem(`is required; ${choice}`)
  if (typeof given !== 'string') return problem(`must be a string; ${choice}`)
  if (actions.includes(given)) return []
  if (actions.length === 0) return problem(`unknown action; ${choice}`)
  return problem(`unknown action${formatChoice(given, actions, heading, findAlike(given, actions))}`)
}

/** The message about a name that is none of the actions, without the hint at what was meant. */
export const describeUnknownAction = (name: string, actions: readonly string[]): UnknownAction => ({
  name,
  path: '/action',
  before: 'unknown action',
  after: `; ${listChoice(actions)}`,
})

/** The words of a name: those of `chat.postMessage` are `chat`, `post` and `message`. */
const splitWords = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

/** The letters by which a misspelt verb may differ: two in a long one, as where two are swapped. */
const isSameVerb = (one: string, other: string): boolean =>
  distance(one, other) <= (Math.min(one.length, other.length) > 4 ? 2 : 1)

/** The actions that do the same, so that `complete_task` isn't taken for `delete_task`. */
const findAlike = (given: string, actions: readonly string[]): readonly string[] => {
  const words = splitWords(given.slice(0, longestName))
  const doTheSame = ([verb = '']: readonly string[]): boolean => words.some((word) => isSameVerb(word, verb))
  return actions.filter((action) => doTheSame(splitWords(action)))
}

const longestName = 64
