import type { ClassName } from './classes.ts'
import { listClasses } from './effect.ts'
import type { AnyAction } from './provider.ts'

/** The classes that a call is of: the action's, but for those that its `onlyIf` says that these parameters don't have. */
export const listCallClasses = (
  { effect, onlyIf }: AnyAction,
  params: Readonly<Record<string, unknown>>,
): readonly ClassName[] => {
  const classes = listClasses(effect)
  if (!onlyIf) return classes
  return classes.filter((one) => one === 'unclassed' || (onlyIf[one]?.(params as never) ?? true))
}
