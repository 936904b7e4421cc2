import { GatewayError, invalid } from '@patchbay/core/errors'
import { type ActionFinder, type Domain, type FoundAction, formatLikely, readNameWish } from '@patchbay/core/schema'
import type { ToolEffect } from '../tools/tool-names.ts'
import { findUsableAction, type Searcher } from './usable-actions.ts'

/** The most actions to suggest. */
const mostSuggested = 3

/** A name that is no action of the provider. */
interface WrongName {
  readonly provider: string
  readonly name: string
  /** Only actions of this kind are suggested. */
  readonly effect?: ToolEffect | undefined
}

/**
 * The actions that were probably meant by a name that is none: those of the provider by their names, and those of others as
 * `gmail.send_email`. All are asked of the finder, and the caller may use each of them.
 */
export type SuggestActions = (searcher: Searcher, wrong: WrongName) => Promise<readonly string[]>

export const createSuggestActions =
  (domains: ReadonlyMap<string, Domain>, find: ActionFinder): SuggestActions =>
  async (searcher, { provider, name, effect }) => {
    const wish = readNameWish(name)
    const isAdmitted = (found: FoundAction): boolean => {
      const usable = findUsableAction(domains, searcher, found.provider, found.action)
      if (usable.effect === undefined || usable.accounts.length === 0) return false
      return (effect === undefined || effect === usable.effect) && wish.admits(found.action, usable.effect)
    }
    const isLikely = ({ isWeak = false }: FoundAction): boolean => !isWeak
    const own = (await find(wish.words, { provider, most: mostSuggested, admits: isAdmitted })).filter(isLikely)
    const mayDiffer = own.length === 0 && wish.hasThing
    const isElsewhere = (found: FoundAction): boolean =>
      found.provider !== provider && (mayDiffer || wish.isSame(found.action)) && isAdmitted(found)
    const others = own.some(({ action }) => wish.isSame(action))
      ? []
      : (await find(wish.words, { most: mostSuggested, admits: isElsewhere })).filter(isLikely)
    const names = [...others.map((found) => `${found.provider}.${found.action}`), ...own.map(({ action }) => action)]
    return names.slice(0, mostSuggested)
  }

/** The same error, with the actions that were probably meant where it is about a name that is none. It stays as it is while none can be found. */
export const withSuggestions = async (
  suggest: SuggestActions,
  searcher: Searcher,
  error: GatewayError,
  wrong: Omit<WrongName, 'name'>,
): Promise<GatewayError> => {
  const { unknownAction } = error.extras
  if (!unknownAction) return error
  const { name, path, before, after } = unknownAction
  try {
    const likely = await suggest(searcher, { ...wrong, name })
    return invalid(path, `${before}${formatLikely(likely)}${after}`).with({ cause: error })
  } catch (thrown) {
    if (thrown instanceof GatewayError) return error
    throw thrown
  }
}
