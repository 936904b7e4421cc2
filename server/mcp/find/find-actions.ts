import { invalid } from '@patchbay/core/errors'
import { actionKind, toolEffect } from '@patchbay/core/provider'
import {
  type ActionFinder,
  actionSignature,
  type Domain,
  type FoundAction,
  requiredParameters,
} from '@patchbay/core/schema'
import { usualMatches } from '../tools/search-arguments.ts'
import { formatIds } from '../tools/search-tools.ts'
import type { ToolEffect } from '../tools/tool-names.ts'
import { describeSunset, showClasses } from './describe-action.ts'
import type { SearchFrame } from './search-frame.ts'
import { findUsableAction, listUsableProviders, type Searcher } from './usable-actions.ts'

interface Question {
  readonly query: string
  readonly provider?: string
  readonly limit?: number
  /** Only actions of this kind. */
  readonly effect?: ToolEffect | undefined
}

/** The longest list of functions, about 1,500 tokens. */
const longestTypes = 4500

/** The found actions as code calls them. The first ones are the likeliest, and have the most room. */
const describeTypes = (domains: ReadonlyMap<string, Domain>, actions: readonly FoundAction[]): string => {
  let room = longestTypes
  const lines = actions.flatMap(({ provider, action: name }, index) => {
    const source = domains.get(provider)?.source
    const action = source?.action(name)
    if (!action) return []
    const longest = (2 * room) / (actions.length - index + 1)
    const answerType = source?.answerType?.(name)
    const line = `declare function ${actionSignature(provider, name, action, { longest, answerType })}`
    room -= line.length
    return [line]
  })
  return lines.join('\n')
}

/** Answers `find_actions`. Throws VALIDATION_ERROR. */
export const findActions = async (
  domains: ReadonlyMap<string, Domain>,
  find: ActionFinder,
  searcher: Searcher,
  { query, provider, limit = usualMatches, effect }: Question,
  { isCode }: Pick<SearchFrame, 'isCode'>,
): Promise<unknown> => {
  const providers = () => `the providers are ${formatIds(listUsableProviders(domains, searcher))}`
  if (provider !== undefined && !Object.hasOwn(searcher.tenant.providers, provider)) {
    throw invalid('/provider', `is not a provider that you may use; ${providers()}`)
  }
  const admits = (match: { provider: string; action: string }): boolean => {
    const usable = findUsableAction(domains, searcher, match.provider, match.action)
    return usable.accounts.length > 0 && (effect === undefined || usable.effect === effect)
  }
  const matches = await find(query, { most: limit, provider, admits })
  const actions = matches.flatMap(({ provider: id, action: name }) => {
    const source = domains.get(id)?.source
    const action = source?.action(name)
    if (!source || !action) return []
    return [
      {
        provider: id,
        action: name,
        // Models choose the calling tool by this member.
        effect: toolEffect(actionKind(action.effect)),
        ...(action.effect.secret && { secret: true }),
        ...showClasses(action),
        description: action.description,
        ...describeSunset(source, name, action),
        ...(!isCode && { required: requiredParameters(action) }),
      },
    ]
  })
  if (actions.length === 0) return { actions, hint: `Try other words, in English; ${providers()}` }
  const doubt = matches[0]?.isWeak
    ? { weak: true, hint: `Probably no action does this. Else try other words, in English; ${providers()}` }
    : {}
  return { ...doubt, actions, ...(isCode && { types: describeTypes(domains, matches) }) }
}
