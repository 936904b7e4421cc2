import type { AnyAction, AnyProvider } from '../provider/index.ts'

/** The checks of one action, made before it is called. */
export interface ActionChecks {
  /** Whether a REST body (`action`, `account_id` and the parameters) is exactly right. */
  readonly body: (value: unknown) => boolean
  /** Whether the provider's answer is what the action declares under `result`. */
  readonly result?: (value: unknown) => boolean
}

/**
 * Where core finds a provider's actions. It asks for the one that is called and never walks all of them, so a source of
 * thousands may make each on its first use.
 */
export interface Source {
  /** Every name, for lists and for hints at the nearest one. */
  names(): readonly string[]
  /** `undefined`: the provider has no such action. */
  action(name: string): AnyAction | undefined
  /** The checks of an action; `undefined`: the provider has no such action. */
  check(name: string): ActionChecks | undefined
}

/**
 * The source of a hand-written plugin: the actions that it declares, and the checks that codegen made of them. Throws
 * TypeError when one of them lacks the other: such checks were made of another version of the plugin.
 */
export const declaredSource = (
  { id, actions }: Pick<AnyProvider, 'id' | 'actions'>,
  checks: Readonly<Record<string, ActionChecks>>,
): Source => {
  const names = Object.keys(actions)
  const unpaired = [...new Set([...names, ...Object.keys(checks)])].filter(
    (name) => !(Object.hasOwn(actions, name) && Object.hasOwn(checks, name)),
  )
  if (unpaired.length > 0) {
    throw new TypeError(
      `the checks of ${id} are not those of its actions (${unpaired.join(', ')}): run bun run codegen`,
    )
  }
  const actionsByName = new Map(Object.entries(actions))
  const checksByName = new Map(Object.entries(checks))
  return {
    names: () => names,
    action: (name) => actionsByName.get(name),
    check: (name) => checksByName.get(name),
  }
}
