import type { AnyAction, AnyProvider, Effect } from '../provider/index.ts'
import { toolContent } from './tool.ts'
import type { ToolContent } from './tool-definition.ts'

/** The checks of one action, generated ahead of time. */
export interface ActionChecks {
  /** Whether a REST body (`action`, `account_id` and the parameters) is valid. */
  readonly body: (value: unknown) => boolean
  /** Whether the provider's answer is what the action declares under `result`. */
  readonly result?: (value: unknown) => boolean
}

/** The words by which an action is found. */
export interface ActionWords {
  readonly name: string
  readonly description: string
  readonly synonyms: readonly string[]
  /** Their names often say what an action is about, where its own doesn't. */
  readonly parameters: readonly string[]
}

/**
 * Where core finds a provider's actions. Core asks for the called action and never for all, so a source with thousands of actions
 * can make each action on its first use.
 */
export interface Source {
  /** The names of all actions, or of all reads or writes. The same list each time. */
  names(kind?: Effect['kind']): readonly string[]
  /** Whether an action reads or writes; `undefined`: the provider has no such action. Known without making the action. */
  kind(name: string): Effect['kind'] | undefined
  /** The actions that tools list, if there are more: callers find those by the actions `find` and `describe` of the domain's tool. */
  readonly listed?: readonly string[]
  /** `undefined`: the provider has no such action. */
  action(name: string): AnyAction | undefined
  /** The checks of an action; `undefined`: the provider has no such action. */
  check(name: string): ActionChecks | undefined
  /** One tool for some of the actions. Its description and schema are within `largestDescription` and `largestSchema`. */
  tool(names: readonly string[]): ToolContent
  /** The words of every action, read once to make the index of `find_actions`. */
  words(): readonly ActionWords[]
}

/**
 * The source of a hand-written plugin: its declared actions, with the checks that codegen made from them. Throws TypeError if an
 * action has no checks or checks have no action: codegen then read another version of the plugin.
 */
export const declaredSource = (
  { id, title, actions }: Pick<AnyProvider, 'id' | 'title' | 'actions'>,
  checks: Readonly<Record<string, ActionChecks>>,
): Source => {
  const all = Object.keys(actions)
  const unpaired = [...new Set([...all, ...Object.keys(checks)])].filter(
    (name) => !(Object.hasOwn(actions, name) && Object.hasOwn(checks, name)),
  )
  if (unpaired.length > 0) {
    throw new TypeError(
      `the generated checks of ${id} don't match its actions (${unpaired.join(', ')}): run bun run codegen`,
    )
  }
  const actionsByName = new Map(Object.entries(actions))
  const checksByName = new Map(Object.entries(checks))
  const ofKind = (kind: Effect['kind']): readonly string[] => all.filter((name) => actions[name]?.effect.kind === kind)
  const names = { read: ofKind('read'), write: ofKind('write') }
  // Most callers may use everything, so most lists of names are the three above.
  const tools = new WeakMap<readonly string[], ToolContent>()
  return {
    names: (kind) => (kind ? names[kind] : all),
    kind: (name) => actionsByName.get(name)?.effect.kind,
    action: (name) => actionsByName.get(name),
    check: (name) => checksByName.get(name),
    tool(some) {
      const known = tools.get(some)
      if (known) return known
      const made = toolContent(
        title,
        some.flatMap((name) => (actions[name] ? [[name, actions[name]] as const] : [])),
      )
      tools.set(some, made)
      return made
    },
    words: () =>
      [...actionsByName].map(([name, { description, synonyms = [], params = {} }]) => ({
        ...{ name, description, synonyms },
        parameters: Object.keys(params),
      })),
  }
}
