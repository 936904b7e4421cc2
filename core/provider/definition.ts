import type { Declared } from './placement.ts'

const definitions = new WeakMap<object, Declared>()

/** Keeps what an author wrote beside the action made of it, so that codegen can check members that no action has. */
export const keepDefinition = <A extends object>(action: A, definition: Declared): A => {
  definitions.set(action, definition)
  return action
}

/**
 * What the author of an action wrote, with members that the contract doesn't have; `undefined` for what neither `read` nor
 * `write` made. For codegen: plugins need it never.
 * @example definitionOf(list_issues)
 */
export const definitionOf = (action: object): Declared | undefined => definitions.get(action)
