import type { Plugin } from '../../model/plugin.ts'
import type { Problem } from '../../model/problem.ts'
import { isAction } from './action-faults.ts'

/**
 * Actions that a plugin's files export and its `actions` don't have. Of two actions with one name, the one that is spread later
 * replaces the other without a warning, and nobody can call the actions of a file that isn't spread.
 */
export const resourceProblems = ({ provider, exported }: Plugin): Problem[] => {
  const actions: unknown[] = Object.values(provider.actions)
  const used = new Set(actions)
  // A provider without actions is reported by itself, and so is one whose resources aren't spread.
  if (used.size === 0 || !actions.every(isAction)) return []
  return exported
    .filter(({ value }) => !used.has(value) && 'definition' in Object(value))
    .map(({ file, name }) => {
      const taker = exported.find((one) => one.name === name && one.value === provider.actions[name])
      const message = taker
        ? `${taker.file} exports an action of this name too, which replaces this one: rename one`
        : "the provider's `actions` don't have it: spread this file's exports there, or remove it"
      return { file, name, member: [], provider: provider.id, action: name, message }
    })
}
