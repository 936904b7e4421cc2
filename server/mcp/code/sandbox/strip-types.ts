import { transformSync } from '@swc/wasm-typescript'
import { dropExports } from './drop-exports.ts'
import { shapeCode } from './shape-code.ts'

/**
 * The code is a block in the body of this function, so that it may declare names like `parameters` itself. It begins a line later than the
 * text.
 */
const wrap = (code: string): string => `(async (parameters, call, log) => {{\n${code}\n}})`

export class CodeSyntaxError extends Error {
  /** The parser may be broken by what it read. */
  readonly isSpent: boolean

  constructor(message: string, isSpent = false) {
    super(message)
    this.isSpent = isSpent
  }
}

/** A fenced block, as models write code among words. */
const fenced = /^[ \t]*(```|~~~)[^\n`]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/m

/** The code without a fence around it, and without what stands before and behind one. */
const stripFence = (code: string): string => fenced.exec(code)?.[2] ?? code

const modules = 'the code is the body of a function, without import and export: it has `call` and what the tool lists'

const escaped = 'the code was escaped twice: send line breaks and quotes themselves, not \\n and \\"'

/** The facts of a refusal; `place` is the message and the line. */
type Fact = 'message' | 'line' | 'place' | 'code'

/** The mistakes whose refusals by the parser explain little. */
const mistakes: readonly (readonly [by: Fact, sign: RegExp, hint: string])[] = [
  ['message', /\b(?:import|export)\b/, modules],
  ['message', /Expected unicode escape/, escaped],
  ['message', /Unexpected character '[\u2018-\u201f]/, 'write plain quotes: \' or "'],
  [
    'place',
    /semicolon.*\n.*\bawait\b/i,
    'await belongs into an async function: write async in front of the function that has it',
  ],
  [
    'code',
    /^\s*[[{]\s*"[^"\n]+"\s*[:,]/,
    "the code must be JavaScript or TypeScript: await call('provider', 'action', {...})",
  ],
  ['line', /&(?:[lg]t|amp|quot|#39);/, 'the line has HTML entities, such as &gt;: write the characters themselves'],
  [
    'code',
    /^\s*(?:(?:async )?def \w+\(.*:|from \S+ import |(?:for|if|try|with|elif|except)\b[^{(]*:)\s*$/m,
    'the code must be JavaScript or TypeScript',
  ],
]

const findHint = (facts: Readonly<Record<Fact, string>>): string | undefined =>
  mistakes.find(([by, sign]) => sign.test(facts[by]))?.[2]

const readSyntaxError = (error: unknown, source: string): CodeSyntaxError => {
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
  const lines = source.split('\n')
  const at = typeof startLine === 'number' && startLine > 1 ? startLine - 1 : undefined
  const line = lines[(at ?? 0) - 1] ?? ''
  const hint = findHint({ message: String(message), line, place: `${String(message)}\n${line}`, code: source })
  if (at !== undefined && at > lines.length)
    return new CodeSyntaxError(
      `the code ends too early: a closing bracket or quote is missing${hint ? `; ${hint}` : ''}`,
    )
  return new CodeSyntaxError(`${String(message)}${at === undefined ? '' : ` (line ${at})`}${hint ? `; ${hint}` : ''}`)
}

/** Types that can't just be left out, such as an enum: then the lines of the code may shift. */
const needsTransform = (error: unknown): boolean => Object(error).code === 'UnsupportedSyntax'

/** Node's own choices for TypeScript: only what is a type goes, and nothing is added. */
const keepRest = {
  verbatimModuleSyntax: true,
  nativeClassProperties: true,
  noEmptyExport: true,
  importNotUsedAsValues: 'preserve',
} as const

const strip = (code: string, mode: 'strip-only' | 'transform'): string =>
  transformSync(code, { mode, deprecatedTsModuleAsError: true, transform: keepRest }).code

/** The module that the code is, without its types and exports; `undefined`: the parser refused it for something else. */
const readModule = (error: unknown, bare: string): string | undefined => {
  if (!/\bexport\b/.test(String(Object(error).message))) return undefined
  try {
    return dropExports(strip(bare, 'strip-only'))
  } catch {
    return undefined
  }
}

/** A function in JavaScript whose body is the code, without its types; each statement stays in its line. Throws CodeSyntaxError. */
export const stripTypes = (source: string): string => {
  const bare = stripFence(source)
  const code = wrap(bare)
  try {
    return shapeCode(strip(code, 'strip-only'))
  } catch (error) {
    const module = readModule(error, bare)
    if (module !== undefined) return shapeCode(wrap(module))
    if (!needsTransform(error)) throw readSyntaxError(error, bare)
  }
  try {
    return shapeCode(strip(code, 'transform'))
  } catch (error) {
    throw readSyntaxError(error, bare)
  }
}
