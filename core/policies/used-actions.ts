import type { AccessKind } from '../access/index.ts'
import type { DecidedUse } from './decided-uses.ts'
import type { Use } from './uses.ts'

/** Calls of one action at one account. */
export interface UsedAction extends Pick<Use, 'provider' | 'account' | 'action' | 'last'> {
  /** The kind of access; `null`: the action or the account doesn't exist any more. */
  readonly kind: AccessKind | null
  readonly calls: number
  /** The pattern of `deny` that refuses the calls; `null`: no pattern of `allow` covers them, or nothing refuses them. */
  readonly denied: string | null
  /** The calls by the ids of their tokens, most first. */
  readonly tokens: readonly { readonly token_id: string; readonly calls: number }[]
}

/** Sums up uses by action and account, those with most calls first; `callsOf` says which calls of a use count. */
export const sumByAction = (
  uses: readonly DecidedUse[],
  callsOf: (use: Use) => number = ({ admitted }) => admitted,
): readonly UsedAction[] => {
  const groups = Map.groupBy(uses, ({ provider, account, action }) => `${provider} ${account} ${action}`)
  const mostFirst = (one: { readonly calls: number }, other: { readonly calls: number }) => other.calls - one.calls
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) =>
      group.slice(0, 1).map(({ provider, account, action, kind = null, refusal }) => ({
        provider,
        account,
        action,
        kind,
        calls: group.reduce((sum, use) => sum + callsOf(use), 0),
        last:
          group
            .map(({ last }) => last)
            .toSorted()
            .at(-1) ?? '',
        denied: refusal?.denied ?? null,
        tokens: group.map((use) => ({ token_id: use.token_id, calls: callsOf(use) })).toSorted(mostFirst),
      })),
    )
    .toSorted(mostFirst)
}
