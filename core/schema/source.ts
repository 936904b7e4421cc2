import type { ActionEffect, ActionKind, AnyAction, AnyConfirm, Sunset } from '../provider/index.ts'
import type { ToolContent } from './tool-definition.ts'

/** The checks of one action, generated ahead of time. */
export interface ActionChecks {
  /** Whether a REST body (`action`, `account_id` and the parameters) is valid. */
  readonly body: (value: unknown) => boolean
  /** Whether the provider's answer is what the action declares under `result`. */
  readonly result?: (value: unknown) => boolean
}

/** The read by which it is found out what became of a write. */
export interface ConfirmRead {
  /** The name by which callers have it, and policies allow it. */
  readonly name: string
  readonly action: AnyAction
  /** Whether these are valid parameters. */
  check(params: Readonly<Record<string, unknown>>): boolean
}

/** The words by which an action is found. */
export interface ActionWords {
  readonly name: string
  readonly description: string
  readonly synonyms: readonly string[]
  /** Their names often say what an action is about, where its own doesn't. */
  readonly parameters: readonly string[]
  /** What its document says of where it belongs: its path and its group. */
  readonly path?: string
  /** The vendor advises against it, or ends it: it comes last. */
  readonly isDeprecated?: boolean
}

/**
 * Where core finds a provider's actions. Core asks for the called action and never for all, so a source with thousands of actions
 * can make each action on its first use.
 */
export interface Source {
  /** The names of all actions, or of all that stand with the reads or with the writes. The same list each time. */
  names(kind?: ActionEffect['kind']): readonly string[]
  /** What an action is for access patterns; `undefined`: the provider has no such action. Known without making the action. */
  kind(name: string): ActionKind | undefined
  /** The actions that tools list, if there are more: callers find those by the actions `find` and `describe` of the domain's tool. */
  readonly listed?: readonly string[] | undefined
  /** `undefined`: the provider has no such action. */
  action(name: string): AnyAction | undefined
  /** The checks of an action; `undefined`: the provider has no such action. */
  check(name: string): ActionChecks | undefined
  /** The read that a `confirm` names; `undefined`: callers have no such action. */
  confirmRead(read: AnyConfirm['read']): ConfirmRead | undefined
  /** One tool for some of the actions. Its description and schema are within `largestDescription` and `largestSchema`. */
  tool(names: readonly string[]): ToolContent
  /** When the vendor ends an action; left out: it ends none. */
  sunset?(name: string): Sunset | undefined
  /** The words of every action, read once to make the index of `find_actions`. */
  words(): readonly ActionWords[]
}
