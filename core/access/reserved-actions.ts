import { classNames, isClassName } from '../provider/index.ts'
import type { Domain } from '../schema/index.ts'
import { rights } from './patterns.ts'

/** The names that no action may have: in an access pattern they would be ambiguous. `raw` is core's own action, too. */
export const reservedActions: readonly string[] = [...rights, ...classNames]

/** The reason why an action can't have this name; `undefined`: it can. */
export const refuseActionName = (name: string): string | undefined => {
  if (!reservedActions.includes(name)) return undefined
  const why = isClassName(name) ? 'is a class of actions in access patterns' : 'is reserved by core'
  return `the name \`${name}\` ${why}: rename the action to a verb and a noun, like send_message`
}

/** The faults of a provider's action names. */
export const refuseActionNames = ({ provider, source }: Pick<Domain, 'provider' | 'source'>): string[] =>
  reservedActions.flatMap((name) => {
    const refused = source.kind(name) && refuseActionName(name)
    return refused ? [`${provider.id}: ${refused}`] : []
  })
