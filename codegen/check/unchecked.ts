import type { ActionChecks } from '@patchbay/core/schema'

const takesAll: ActionChecks = { body: () => true }

/** Checks of actions that take every body, where only the words of a tool are looked at. */
export const uncheckedActions = (actions: object): Readonly<Record<string, () => ActionChecks>> =>
  Object.fromEntries(Object.keys(actions).map((name) => [name, () => takesAll]))
