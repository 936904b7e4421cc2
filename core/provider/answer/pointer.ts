import type { Pointer } from './pages.ts'

/** A member's name as one step of a JSON pointer (RFC 6901, section 3). */
export const pointerToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The member's name in such a step. */
export const nameOfToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')

/** The names of the members on the way. */
export const parsePointer = (pointer: Pointer): string[] => pointer.split('/').slice(1).map(nameOfToken)

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/**
 * The value at a JSON pointer (RFC 6901); `undefined` if there is none.
 * @example shows: (data) => at(data, '/status') === 'archived'
 */
export const at = (value: unknown, pointer: Pointer): unknown => {
  let node = value
  for (let slash = pointer.indexOf('/'); slash >= 0 && node !== undefined; ) {
    const next = pointer.indexOf('/', slash + 1)
    node = member(node, nameOfToken(pointer.slice(slash + 1, next < 0 ? undefined : next)))
    slash = next
  }
  return node
}

/** A copy of `value` with another member at the pointer. */
export const replaceAt = (value: unknown, pointer: Pointer, replacement: unknown): unknown => {
  const put = (current: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (step === undefined) return replacement
    return { ...(current as Record<string, unknown>), [step]: put(member(current, step), rest) }
  }
  return put(value, parsePointer(pointer))
}
