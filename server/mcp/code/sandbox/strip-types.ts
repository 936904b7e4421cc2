import { transformSync } from 'amaro'
import { shapeCode } from './shape-code.ts'

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

/** A fenced block, as models write code among words. */
const fenced = /^[ \t]*```[^\n`]*\n([\s\S]*?)^[ \t]*```[ \t]*$/m

/** The code without a fence around it, and without what stands before and behind one. */
const stripFence = (code: string): string => fenced.exec(code)?.[1] ?? code

const modules = 'the code is the body of a function, without import and export: it has `call` and what the tool lists'

const readSyntaxError = (error: unknown): CodeSyntaxError => {
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
  if (typeof kind !== 'string') return new CodeSyntaxError('the code is nested too deeply', true)
  const line = typeof startLine === 'number' && startLine > 1 ? ` (line ${startLine - 1})` : ''
  const hint = /\b(?:import|export)\b/.test(String(message)) ? `; ${modules}` : ''
  return new CodeSyntaxError(`${String(message)}${line}${hint}`)
}

/** Types that can't just be left out, such as an enum: then the lines of the code may shift. */
const needsTransform = (error: unknown): boolean => Object(error).code === 'UnsupportedSyntax'

const strip = (code: string, mode: 'strip-only' | 'transform'): string => transformSync(code, { mode }).code

/** A function in JavaScript whose body is the code, without its types; each statement stays in its line. Throws CodeSyntaxError. */
export const stripTypes = (given: string): string => {
  const code = wrap(stripFence(given))
  try {
    return shapeCode(strip(code, 'strip-only'))
  } catch (error) {
    if (!needsTransform(error)) throw readSyntaxError(error)
  }
  try {
    return shapeCode(strip(code, 'transform'))
  } catch (error) {
    throw readSyntaxError(error)
  }
}
