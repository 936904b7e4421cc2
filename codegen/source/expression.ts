/**
 * Code that is to be written, as data: values, and calls of the contract's functions. Texts in it may come from a document; only
 * `print.ts` makes code of them. It is apart from that, as the gateway's watch loads what asks and guesses, and no compiler.
 */
export type Expression = string | number | boolean | readonly Expression[] | Call | Template | Noted | ObjectExpression

/** The members of an object, by name. */
export interface ObjectExpression {
  readonly [name: string]: Expression
}

export const callee = Symbol('callee')
export const tag = Symbol('tag')
export const notes = Symbol('notes')

interface Call {
  readonly [callee]: string
  readonly args: readonly Expression[]
}

/** `origin`, with text between the values. */
interface Template {
  readonly [tag]: string
  readonly texts: readonly string[]
  readonly values: readonly string[]
}

interface Noted {
  readonly [notes]: readonly string[]
  readonly value: Expression
}

/** A call of a function: `call('apiKey', { header: 'X-Key' })`. */
export const call = (name: string, ...args: readonly Expression[]): Call => ({ [callee]: name, args })

/** A tagged template; its texts have no character that a template escapes. */
export const template = (name: string, texts: readonly string[], values: readonly string[]): Template => {
  if (!texts.every((text) => /^[\w:/.-]*$/.test(text)))
    throw new Error('a template has texts of letters, : / . and - only')
  return { [tag]: name, texts, values }
}

/** A member's value with lines of comment above the member, where it stands in a file. */
export const noted = (value: Expression, ...lines: readonly string[]): Noted => ({ [notes]: lines, value })

export const isCallExpression = (value: Expression): value is Call => typeof value === 'object' && callee in value
export const isTemplate = (value: Expression): value is Template => typeof value === 'object' && tag in value
export const isNoted = (value: Expression): value is Noted => typeof value === 'object' && notes in value

export const isMembers = (value: Expression): value is ObjectExpression =>
  typeof value === 'object' &&
  !Array.isArray(value) &&
  !isCallExpression(value) &&
  !isTemplate(value) &&
  !isNoted(value)

/** The functions that an expression calls, each once, by name. */
export const listCalls = (value: Expression): string[] => {
  if (isNoted(value)) return listCalls(value.value)
  if (isTemplate(value)) return [value[tag]]
  if (isCallExpression(value)) return [...new Set([value[callee], ...value.args.flatMap(listCalls)])].sort()
  return typeof value === 'object' ? [...new Set(Object.values(value).flatMap(listCalls))].sort() : []
}

/** True if a text in the expression is a placeholder for something only a person knows. */
export const hasGap = (value: Expression): boolean => {
  if (typeof value === 'string') return value === '...' || value === 'https://...'
  if (typeof value !== 'object' || isTemplate(value)) return false
  if (isNoted(value)) return hasGap(value.value)
  return Object.values(isCallExpression(value) ? value.args : value).some(hasGap)
}
