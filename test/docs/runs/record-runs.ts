import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { markFunctions, markName } from './mark-functions.ts'

/** One run of a function, and what it ran. */
export interface FunctionRun {
  /** Relative to the repository. */
  readonly file: string
  /** Empty for a function that stands in an expression: it is read where it stands. */
  readonly name: string
  readonly parent: FunctionRun | undefined
  readonly children: FunctionRun[]
  /** Runs are numbered as they begin. */
  readonly number: number
}

const root = join(import.meta.dirname, '../../..')
/**
 * Without `maybe-promise.ts` and `exact-json.ts`: they are no more of a place that a call passes than `then` and `JSON.parse` are. And
 * without what chooses its way by how fast the disk was the last time: a busy machine would change the pages.
 */
const ownSources = new RegExp(
  `^${root}/(core|server|providers)/(?!maybe-promise|encoding/exact-json|.*(/node_modules/|/generated/|/synced-file\\.ts)).*\\.ts$`,
)

/** The function with which a gateway begins to answer a request. */
const isBegin = (file: string, name: string): boolean => file === 'server/http/app.ts' && name === 'serve'

/** The named function that a run belongs to: a function in an expression counts for the function around it, whoever runs it. */
const readerOf = (file: string, name: string, runner: FunctionRun | undefined): FunctionRun | undefined => {
  let found = name === '' ? runner : undefined
  while (found && found.file !== file) found = found.parent
  return found ?? runner
}

/**
 * From here on, each function of the gateway that is loaded records its runs, as far as they belong to a request. The marks are put into the
 * sources while Bun loads them, so this must come before the gateway is imported. Returns what gives the last request's runs.
 */
export const recordRuns = (): (() => FunctionRun) => {
  const current = new AsyncLocalStorage<FunctionRun | undefined>()
  let last: FunctionRun | undefined
  let number = 0

  const runMarked = <T>(file: string, name: string, body: () => T): T => {
    const runner = current.getStore()
    if (!runner && !isBegin(file, name)) return body()
    const parent = readerOf(file, name, runner)
    const run: FunctionRun = { file, name, parent, children: [], number: ++number }
    if (parent) parent.children.push(run)
    else last = run
    return current.run(run, body)
  }
  // Timers are not part of the request that started them.
  const { setInterval: repeat } = globalThis
  const repeatOutside = (work: (...args: unknown[]) => void, ...rest: [number]) =>
    repeat((...args: unknown[]) => current.run(undefined, () => work(...args)), ...rest)
  Object.assign(globalThis, { [markName]: runMarked, setInterval: repeatOutside })
  Bun.plugin({
    name: 'marks at the start of each function',
    setup(build) {
      build.onLoad({ filter: ownSources }, ({ path }) => ({
        contents: markFunctions(readFileSync(path, 'utf8'), relative(root, path)),
        loader: 'ts',
      }))
    },
  })
  return () => {
    if (!last) throw new Error('no request has been answered')
    return last
  }
}
