import { type PolicyRule, patternOf } from '../../parts/form/rules/policy-rule.ts'
import { words } from '../../words.ts'
import { tokensTexts as t } from './tokens-texts.ts'

/** Names of providers by their ids. */
export type Titles = ReadonlyMap<string, string>

/** The part of a provider that a pattern covers: effects and classes in words, and an action by its name. */
const describeWhat = (what: string, account: string | undefined, isConditional: boolean): string => {
  const known = Object.hasOwn(t.covers, what) ? t.covers[what] : undefined
  return [known ?? what, account && t.ofAccount(account), isConditional && t.underConditions].filter(Boolean).join(' ')
}

/** Words begin with a capital; the name of an action stays as it is written. */
const capitalize = (text: string): string => {
  const first = [words.everything, t.nothing, ...Object.values(t.covers)].find((known) =>
    new RegExp(`^${known}(?!\\w)`).test(text),
  )
  return first === undefined ? text : text.charAt(0).toUpperCase() + text.slice(1)
}

/** Patterns in words, those of a provider together: `hubspot:read`, `hubspot:create` are "reads, create at HubSpot CRM". */
const describeList = (rules: readonly PolicyRule[], titles: Titles): string => {
  const read = rules.map((rule) => {
    const [provider = '', rest = ''] = patternOf(rule).split(/:(.*)/s)
    const [what = '', account] = rest.split('@')
    return { provider, text: describeWhat(what, account, typeof rule !== 'string') }
  })
  return [...Map.groupBy(read, ({ provider }) => provider)]
    .map(([provider, parts]) => {
      const list = parts.map(({ text }) => text).join(', ')
      return provider === '*' ? list : t.at(list, titles.get(provider) ?? provider)
    })
    .join('; ')
}

/** The rights of a token in words. `allow` is `null`: the tenant's own policy decides; an empty list: it may do nothing. */
export const describeRights = (
  { allow, deny }: { readonly allow: readonly PolicyRule[] | null; readonly deny: readonly PolicyRule[] | null },
  titles: Titles,
): string => {
  const allowed = allow === null ? words.everything : describeList(allow, titles) || t.nothing
  const denied = describeList(deny ?? [], titles)
  return capitalize(denied === '' ? allowed : t.but(allowed, denied))
}
