import { distance } from 'fastest-levenshtein'
import type { Detail } from '../../errors.ts'
import { findNearestName, formatNearest } from './nearest.ts'

/** The most actions that a message lists. */
const mostListed = 50

const joinNames = (names: readonly string[]): string => {
  const more = names.length - mostListed
  return more > 0 ? `${names.slice(0, mostListed).join(', ')} and ${more} more` : names.join(', ')
}

/**
 * The fault of a body's `action`: one detail at `/action` that lists the domain's actions. Empty if the domain has the
 * action.
 */
export const actionProblems = (actions: readonly string[], body: Readonly<Record<string, unknown>>): Detail[] => {
  const given = Object.hasOwn(body, 'action') ? body.action : undefined
  const choice = actions.length > 0 ? `the actions are ${joinNames(actions)}` : 'there are no actions that you may use'
  const problem = (message: string): Detail[] => [{ path: '/action', message }]

  if (given === undefined) return problem(`is required; ${choice}`)
  if (typeof given !== 'string') return problem(`must be a string; ${choice}`)
  if (actions.includes(given)) return []
  return problem(`unknown action${formatNearest(findNearestAction(given, actions))}; ${choice}`)
}

/** The words of a name: those of `chat.postMessage` are `chat`, `post` and `message`. */
const splitWords = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

/** The letters by which a misspelt verb may differ: two in a long one, as where two are swapped. */
const isSameVerb = (one: string, other: string): boolean =>
  distance(one, other) <= (Math.min(one.length, other.length) > 4 ? 2 : 1)

/** The action that was meant: of those that do the same, so that `complete_task` isn't taken for `delete_task`. */
const findNearestAction = (given: string, actions: readonly string[]): string | undefined => {
  const words = splitWords(given.slice(0, longestName))
  const doTheSame = ([verb = '']: readonly string[]): boolean => words.some((word) => isSameVerb(word, verb))
  return findNearestName(
    given,
    actions.filter((action) => doTheSame(splitWords(action))),
  )
}

const longestName = 64
