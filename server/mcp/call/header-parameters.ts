import type { Repetition } from '@patchbay/core/context'
import { invalid } from '@patchbay/core/errors'
import { type HealContext, idempotencyKeyPattern, type ToolArguments } from '@patchbay/core/schema'

const isKey = new RegExp(idempotencyKeyPattern)

const readKey = (value: unknown, { notes }: HealContext): string | undefined => {
  if (value === undefined) return undefined
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  if (isNumber) notes.add('/idempotency_key', 'the number was read as a string')
  const key = isNumber ? String(value) : value
  if (typeof key !== 'string' || !isKey.test(key))
    throw invalid('/idempotency_key', 'must be a string of 1 to 255 visible ASCII characters')
  return key
}

const readFlag = (name: string, value: unknown, { notes }: HealContext): boolean => {
  if (value === undefined || typeof value === 'boolean') return value ?? false
  if (value !== 'true' && value !== 'false') throw invalid(`/${name}`, 'must be true or false')
  notes.add(`/${name}`, 'the string was read as true or false')
  return value === 'true'
}

/** The arguments of a call without the parameters that REST has in headers. */
export interface HeaderParameters {
  readonly args: ToolArguments
  readonly repetition?: Repetition
  /** True to ask the provider even if its answer is cached. */
  readonly isFresh?: boolean
}

const isHeaderParameter = (args: ToolArguments): boolean =>
  Object.hasOwn(args, 'idempotency_key') || Object.hasOwn(args, 'repeat') || Object.hasOwn(args, 'fresh')

/**
 * The arguments without the reserved parameters that are null, where null says nothing: in a read, and from a client that sends null for all
 * that it doesn't mean. Throws VALIDATION_ERROR for null of any other write.
 */
const leaveOutNull = (
  args: ToolArguments,
  { notes, isWrite = false, namesAll = false }: HealContext,
): ToolArguments => {
  const empty = ['idempotency_key', 'repeat'].filter((name) => args[name] === null)
  if (isWrite && !namesAll && empty[0] !== undefined)
    throw invalid(`/${empty[0]}`, 'must not be null: leave it out, or send a value')
  for (const name of empty) notes.leaveOut(`/${name}`)
  return Object.fromEntries(Object.entries(args).filter(([name]) => !empty.includes(name)))
}

/** Splits the parameters that REST has in headers from the arguments of a call. Throws VALIDATION_ERROR. */
export const readHeaderParameters = (
  toolArguments: ToolArguments,
  healing: { around(): HealContext },
): HeaderParameters => {
  if (!isHeaderParameter(toolArguments)) return { args: toolArguments }
  const context = healing.around()
  const { idempotency_key, repeat, fresh, ...rest } = leaveOutNull(toolArguments, context)
  return {
    args: rest,
    repetition: {
      idempotencyKey: readKey(idempotency_key, context),
      repeat: readFlag('repeat', repeat, context),
    },
    isFresh: readFlag('fresh', fresh, context),
  }
}
