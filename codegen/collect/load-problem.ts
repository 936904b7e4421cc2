import { readFileSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describeThrown } from '@patchbay/core/errors'
import { formatHint } from '@patchbay/core/schema'
import type { Problem } from '../model/problem.ts'

interface Loading {
  readonly root: string
  readonly provider: string | undefined
  /** The plugin's files, relative to the root. */
  readonly files: readonly string[]
  /** The one whose import failed; the cause may lie in another. */
  readonly file: string
}

/** The cause of a failed load, with its file and line if known. */
type Cause = Pick<Problem, 'line' | 'message'> & { readonly file: string | undefined }

/** Bun's error for a file that it can't parse, or for an import that can't be resolved. */
interface BunMessage {
  readonly name?: string
  readonly message?: string
  readonly position?: { readonly file: string; readonly line: number; readonly column: number } | null
  readonly specifier?: string
  readonly referrer?: string
}

/** The reasons why a plugin can't be loaded, with the lines at fault. */
export const loadProblems = (loading: Loading, error: unknown): Problem[] =>
  (error instanceof AggregateError ? error.errors : [error]).map((one) => loadProblem(loading, one))

const loadProblem = (loading: Loading, error: unknown): Problem => {
  const { provider, file } = loading
  const { file: place, line, message } = findCause(loading, error)
  return {
    file: place ?? file,
    ...(place !== undefined && line !== undefined && { line }),
    ...(provider !== undefined && { provider }),
    message,
  }
}

const findCause = (loading: Loading, error: unknown): Cause => {
  const { name, message = '', position, specifier = '', referrer = '' } = Object(error) as BunMessage
  if (name === 'ResolveMessage') return unresolved(loading, specifier, ownFile(loading, referrer))
  if (name === 'BuildMessage' && position) {
    const { line, column } = position
    return { file: ownFile(loading, position.file), line, message: `syntax error at column ${column}: ${message}` }
  }
  const [, wanted, from] = /^Export named '(.+)' not found in module '(.+)'/.exec(message) ?? []
  return wanted && from ? notExported(loading, wanted, from) : thrown(loading, error)
}

const ownFile = ({ root, files }: Loading, path: string): string | undefined => {
  const name = relative(realpathSync(root), path)
  return files.find((file) => file === name)
}

const readSource = ({ root }: Loading, file: string): string => readFileSync(join(root, file), 'utf8')

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

const unresolved = (loading: Loading, specifier: string, file: string | undefined): Cause => {
  const text = file === undefined ? '' : readSource(loading, file)
  const siblings = loading.files.map((name) => `./${name.split('/').at(-1)}`)
  const why = specifier.startsWith('.')
    ? `which doesn't exist${formatHint(specifier, siblings)}`
    : `which isn't installed${formatHint(specifier, ['@patchbay/core/provider'])}: a provider needs the contract and its own files only`
  return {
    file,
    line: lineAt(text, Math.max(text.indexOf(`'${specifier}'`), text.indexOf(`"${specifier}"`))),
    message: `imports ${JSON.stringify(specifier)}, ${why}`,
  }
}

const importClause = /\bimport\b([^'"]*)\bfrom\s*['"]/g

const notExported = (loading: Loading, wanted: string, from: string): Cause => {
  const { exports } = new Bun.Transpiler({ loader: 'ts' }).scan(readFileSync(from, 'utf8'))
  const source = ownFile(loading, from) ?? (/[/\\]core[/\\]provider[/\\]/.test(from) ? '@patchbay/core/provider' : from)
  const message = `imports \`${wanted}\`, which ${source} doesn't export${formatHint(wanted, exports)}`
  for (const file of loading.files) {
    const text = readSource(loading, file)
    for (const { 0: clause, index } of text.matchAll(importClause)) {
      const within = clause.split(/[^\w$]+/).includes(wanted) ? clause.indexOf(wanted) : -1
      if (within >= 0) return { file, line: lineAt(text, index + within), message }
    }
  }
  return { file: undefined, message }
}

/** An error that a plugin's code throws while it is loaded, or that the contract's functions throw for wrong arguments. */
const thrown = (loading: Loading, error: unknown): Cause => {
  const frames = String(Object(error).stack).split('\n').slice(1)
  const ofContract = /[/\\]core[/\\]provider[/\\]/.test(frames[0] ?? '')
  const undeclared = error instanceof ReferenceError ? ': import it, or declare it' : ''
  const message = ofContract ? describeThrown(error) : `can't be loaded: ${describeThrown(error)}${undeclared}`
  const root = realpathSync(loading.root)
  for (const frame of frames) {
    for (const file of loading.files) {
      const [, line] = frame.split(`${join(root, file)}:`)
      if (line !== undefined) return { file, line: Number.parseInt(line, 10), message }
    }
  }
  return { file: undefined, message }
}
