import { GatewayError, invalid } from '@patchbay/core/errors'
import {
  type ActionFinder,
  type Domain,
  type FoundAction,
  formatLikely,
  isMisspelt,
  readNameWish,
} from '@patchbay/core/schema'
import type { ToolEffect } from '../tools/tool-names.ts'
import { findUsableAction, type Searcher } from './usable-actions.ts'

/** The most actions to suggest, and the most to choose them from: those that tools list come first. */
const mostSuggested = 3
const mostChosenFrom = 6

/**
 * The most matches that are examined: if none of them may be suggested, the next ones are no better, and there may be
 * thousands.
 */
const mostExamined = 150

/** Like `admits`, for the first matches only. */
const examineFirst = (admits: (match: FoundAction) => boolean): ((match: FoundAction) => boolean) => {
  let left = mostExamined
  return (match) => left-- > 0 && admits(match)
}

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
    const isAdmitted = (match: FoundAction): boolean => {
      const usable = findUsableAction(domains, searcher, match.provider, match.action)
      if (usable.effect === undefined || usable.accounts.length === 0) return false
      // Who would write by a tool that reads is told of the writes: no read is meant.
      return (
        (effect === undefined || effect === usable.effect || !wish.isRead) && wish.admits(match.action, usable.effect)
      )
    }
    const isLikely = ({ isWeak }: FoundAction): boolean => !isWeak
    const matches = await find(wish.words, {
      provider,
      isName: true,
      most: mostChosenFrom,
      admits: examineFirst(isAdmitted),
    })
    const isListed = ({ action }: FoundAction): boolean =>
      domains.get(provider)?.source.listed?.includes(action) ?? true
    const likely = matches.filter(isLikely)
    const own = [...likely.filter(isListed), ...likely.filter((one) => !isListed(one))].slice(0, mostSuggested)
    const certain =
      likely.find(({ action }) => isMisspelt(name, action) && wish.isAsMany(action)) ??
      likely.find(({ action }) => wish.names(action) && wish.isAsMany(action))
    if (certain) return [certain.action]
    if (own.some(({ isWhole, action }) => isWhole || wish.isWithin(action))) return own.map(({ action }) => action)
    const mayDiffer = own.length === 0 && wish.hasThing
    const isElsewhere = (match: FoundAction): boolean => (mayDiffer || wish.isSame(match.action)) && isAdmitted(match)
    const examine = examineFirst(isElsewhere)
    const others = (
      await find(wish.words, {
        isName: true,
        most: mostSuggested,
        admits: (match) => match.provider !== provider && examine(match),
      })
    ).filter(isLikely)
    const names = [...others.map((match) => `${match.provider}.${match.action}`), ...own.map(({ action }) => action)]
    return names.slice(0, mostSuggested)
  }

/** The wrong call: its provider, and what is known of its action. */
export interface WrongCall extends Omit<WrongName, 'name'> {
  /** The name of the action as it came. */
  readonly action?: unknown
}

/** The error about a provider that the tenant doesn't have, with the actions of others that were probably meant. */
const suggestElsewhere = async (
  suggest: SuggestActions,
  searcher: Searcher,
  error: GatewayError,
  { provider, action, effect }: WrongCall,
): Promise<GatewayError> => {
  if (typeof action !== 'string' || provider === '') return error
  // The name of a provider that isn't there at all only weakens what its action is about.
  const named = await suggest(searcher, { provider, name: `${provider}_${action}`, effect })
  const likely = named.length > 0 ? named : await suggest(searcher, { provider, name: action, effect })
  const message = `${error.message}${formatLikely(likely)}`
  return new GatewayError(error.code, message, { ...error.extras, reason: error.reason, cause: error })
}

/**
 * The error about a name that is no action or no provider of the tenant, with the actions that were probably meant. It stays as it is where
 * none is found.
 */
export const withSuggestions = async (
  suggest: SuggestActions,
  searcher: Searcher,
  error: GatewayError,
  wrong: WrongCall,
): Promise<GatewayError> => {
  const { unknownAction } = error.extras
  if (!unknownAction && error.code !== 'CONFIG_MISSING') return error
  try {
    if (!unknownAction) return await suggestElsewhere(suggest, searcher, error, wrong)
    const { name, path, fault, advice = '' } = unknownAction
    const likely = await suggest(searcher, { ...wrong, name })
    return likely.length === 0
      ? error
      : invalid(path, `${fault}${formatLikely(likely)}${advice}`).with({ cause: error })
  } catch (thrown) {
    if (thrown instanceof GatewayError) return error
    throw thrown
  }
}
