import type { ActionEffect, ActionKind, AnyAction, AnyConfirm, ClassName, Sunset } from '../provider/index.ts'
import type { ToolContent } from './tool-definition.ts'

/** The checks of one action, generated ahead of time. */
export interface ActionChecks {
  /** True if a REST body (`action`, `account_id` and the parameters) is valid. */
  readonly body: (value: unknown) => boolean
  /** True if the provider's answer is as the action declares under `result`. */
  readonly result?: (value: unknown) => boolean
}

/** The read that finds out the outcome of a write. */
export interface ConfirmRead {
  /** The read's name for callers and policies. */
  readonly name: string
  readonly action: AnyAction
  /** True if these are valid parameters. */
  check(params: Readonly<Record<string, unknown>>): boolean
}

/** The words by which an action is found. */
export interface ActionWords {
  readonly name: string
  readonly description: string
  readonly synonyms: readonly string[]
  /** The names of the parameters, which often tell an action's subject if its own name doesn't. */
  readonly parameters: readonly string[]
  /** The action's place in its document: its path and its group. */
  readonly path?: string
  /** True if an author wrote the action, as people ask for it; left out: it is from a document. */
  readonly isByHand?: boolean
  /** True if the vendor advises against the action, or ends it: it comes last. */
  readonly isDeprecated?: boolean
}

/**
 * The source of a provider's actions. Core asks for the called action and never for all, so a source with thousands of actions
 * can make each action on its first use.
 */
export interface Source {
  /** The names of all actions, or of all reads or writes. The same list each time. */
  names(kind?: ActionEffect['kind']): readonly string[]
  /** The kind of an action in access patterns; `undefined`: the provider has no such action. The action needn't be built for it. */
  kind(name: string): ActionKind | undefined
  /** The classes of a write as patterns name them; none of a read, and of an unknown action. The action needn't be built for it. */
  classes(name: string): readonly ClassName[]
  /** The classes that every call of a write is of, where these are fewer than `classes`; left out: all. The action needn't be built for it. */
  sureClasses?(name: string): readonly ClassName[] | undefined
  /** The actions that tools list, if not all: callers find the others by the actions `find` and `describe` of the domain's tool. */
  readonly listed?: readonly string[] | undefined
  /** An action by its name; `undefined`: the provider has no such action. */
  action(name: string): AnyAction | undefined
  /** The type of an action's answer as the vendor's document says it, in TypeScript; left out: there is no document. */
  answerType?(name: string): string | undefined
  /** The checks of an action; `undefined`: the provider has no such action. */
  check(name: string): ActionChecks | undefined
  /** The read that a `confirm` names; `undefined`: callers have no such action. */
  confirmRead(read: AnyConfirm['read']): ConfirmRead | undefined
  /** One tool for some of the actions. Its description and schema are within `largestDescription` and `largestSchema`. */
  tool(names: readonly string[]): ToolContent
  /** The end of an action by its vendor; left out: it ends none. */
  sunset?(name: string): Sunset | undefined
  /** The words of every action, read once to build the index of `find_actions`. */
  words(): readonly ActionWords[]
}
