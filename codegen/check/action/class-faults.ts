import { type AnyAction, actionClasses } from '@patchbay/core/provider'
import { formatHint } from '@patchbay/core/schema'

const classes: readonly string[] = actionClasses

/** The faults of the classes that a write declares; `undefined`: it declares none. */
export const classFaults = (is: unknown): string[] => {
  if (is === undefined) return []
  if (!Array.isArray(is)) return ["`is` is not a list of classes: write it like ['sends'], or [] where none fits"]
  const unknown = is.filter((one) => !classes.includes(one))
  return [
    ...unknown.map((one) => `\`is\` has ${JSON.stringify(one)}, which is not a class${hint(one)}`),
    ...(new Set(is).size < is.length ? ['`is` names a class twice: remove one'] : []),
  ]
}

const hint = (name: unknown): string => {
  if (name === 'unclassed') return ': leave `is` out, and the write is unclassed'
  return formatHint(String(name), classes) || `; the classes are ${classes.join(', ')}`
}

/** The fault of an action that has classes although it turns out to be a read. */
export const readClassFaults = ({ effect }: Pick<AnyAction, 'effect'>, is: unknown): string[] =>
  effect.kind === 'read' && is !== undefined
    ? ["a read has `is`, which only writes have: remove it, or write effect: 'write'"]
    : []
