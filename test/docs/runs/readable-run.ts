import { join } from 'node:path'

/** The functions that one request runs, as `main.ts` prints them. */
export interface ReadableRun {
  readonly name: string
  readonly title: string
  /** A reader's returns, by file that the request enters. */
  readonly returns: Readonly<Record<string, number>>
  /** The files in order, with their functions. */
  readonly text: string
}

const record = (): readonly ReadableRun[] => {
  const { stdout, stderr, success } = Bun.spawnSync([process.execPath, join(import.meta.dirname, 'main.ts'), '--json'])
  if (!success) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString())
}

let runs: readonly ReadableRun[] | undefined

/** The runs of the requests, recorded by a process of its own in which no source is loaded yet. */
export const readableRuns = (): readonly ReadableRun[] => (runs ??= record())

/** The number of files that a run enters, and the files with the most returns. */
export const countFiles = ({ returns }: ReadableRun): string => {
  const counts = Object.entries(returns)
  const most = Math.max(...counts.map(([, count]) => count))
  const files = counts.flatMap(([file, count]) => (count === most ? [`\`${file}\``] : []))
  return `${counts.length} files are entered; most often, ${most} times, one returns to ${files.join(', ')}.`
}
