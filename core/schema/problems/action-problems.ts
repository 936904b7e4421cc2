import type { Detail } from '../../errors.ts'
import { formatHint } from './nearest.ts'

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
  return problem(`unknown action${formatHint(given, actions)}; ${choice}`)
}
