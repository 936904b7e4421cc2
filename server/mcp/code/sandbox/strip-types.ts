import { transformSync } from 'amaro'

/** The code is the body of this function. It begins a line later than the text. */
const wrap = (code: string): string => `(async (parameters, call, log) => {\n${code}\n})`

export class CodeSyntaxError extends Error {
  /** The parser may be broken by what it read. */
  readonly isSpent: boolean

  constructor(message: string, isSpent = false) {
    super(message)
    this.isSpent = isSpent
  }
}

/** A function in JavaScript whose body is the code, without its types; each statement stays in its line. Throws CodeSyntaxError. */
export const stripTypes = (code: string): string => {
  try {
    return transformSync(wrap(code), { mode: 'strip-only' }).code
  } catch (error) {
    const {
      code: kind,
      message,
      startLine,
    } = Object(error) as {
      readonly code?: unknown
      readonly message?: unknown
      readonly startLine?: unknown
    }
    // Anything but the parser's own refusal is a trap of its WebAssembly, such as a stack that overflows.
    if (typeof kind !== 'string') throw new CodeSyntaxError('the code is nested too deeply', true)
    const line = typeof startLine === 'number' && startLine > 1 ? ` (line ${startLine - 1})` : ''
    throw new CodeSyntaxError(`${String(message)}${line}`)
  }
}
