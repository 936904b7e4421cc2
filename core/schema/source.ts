import type { AnyAction, AnyProvider } from '../provider/index.ts'

/** The checks of one action, generated ahead of time. */
export interface ActionChecks {
  /** Whether a REST body (`action`, `account_id` and the parameters) is valid. */
  readonly body: (value: unknown) => boolean
  /** Whether the provider's answer is what the action declares under `result`. */
  readonly result?: (value: unknown) => boolean
}

/**
 * Where core finds a provider's actions. Core asks for the called action and never for all, so a source with thousands of actions
 * can make each action on its first use.
 */
export interface Source {
  /** All names, for lists and for "did you mean" hints. */
  names(): readonly string[]
  /** `undefined`: the provider has no such action. */
  action(name: string): AnyAction | undefined
  /** The checks of an action; `undefined`: the provider has no such action. */
  check(name: string): ActionChecks | undefined
}

/**
 * The source of a hand-written plugin: its declared actions, with the checks that codegen made from them. Throws TypeError if an
 * action has no checks or checks have no action: codegen then read another version of the plugin.
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
      `the generated checks of ${id} don't match its actions (${unpaired.join(', ')}): run bun run codegen`,
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
