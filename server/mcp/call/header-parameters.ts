import type { Repetition } from '@patchbay/core/context'
import { invalid } from '@patchbay/core/errors'
import { type HealContext, idempotencyKeyPattern, type ToolArguments } from '@patchbay/core/schema'

const isKey = new RegExp(idempotencyKeyPattern)

const readKey = (given: unknown, { notes }: HealContext): string | undefined => {
  if (given === undefined) return undefined
  const isNumber = typeof given === 'number' && Number.isFinite(given)
  if (isNumber) notes.add('/idempotency_key', 'the number was read as a string')
  const key = isNumber ? String(given) : given
  if (typeof key !== 'string' || !isKey.test(key))
    throw invalid('/idempotency_key', 'must be a string of 1 to 255 visible ASCII characters')
  return key
}

const readRepeat = (given: unknown, { notes }: HealContext): boolean => {
  if (given === undefined || typeof given === 'boolean') return given ?? false
  if (given !== 'true' && given !== 'false') throw invalid('/repeat', 'must be true or false')
  notes.add('/repeat', 'the string was read as true or false')
  return given === 'true'
}

/** Splits what is said of a repeat from the arguments of a call, which REST has in headers. Throws VALIDATION_ERROR. */
export const readRepetition = (
  args: ToolArguments,
  context: HealContext,
): { readonly args: ToolArguments; readonly repetition?: Repetition } => {
  if (!Object.hasOwn(args, 'idempotency_key') && !Object.hasOwn(args, 'repeat')) return { args }
  const { idempotency_key, repeat, ...rest } = args
  return {
    args: rest,
    repetition: { idempotencyKey: readKey(idempotency_key, context), repeat: readRepeat(repeat, context) },
  }
}
