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

/** Records the runs of a checkout, in a process of its own in which no source is loaded yet. Throws Error if a request fails. */
export const recordRunsOf = (root: string): readonly ReadableRun[] => {
  const command = [process.execPath, join(root, 'test/docs/runs/main.ts'), '--json']
  const { stdout, stderr, success } = Bun.spawnSync(command, { cwd: root })
  if (!success) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString())
}

let runs: readonly ReadableRun[] | undefined

/** The runs of the requests here, recorded once. */
export const readableRuns = (): readonly ReadableRun[] => (runs ??= recordRunsOf(join(import.meta.dirname, '../../..')))

/** The number of files that a run enters, and the files with the most returns. */
export const countFiles = ({ returns }: ReadableRun): string => {
  const counts = Object.entries(returns)
  const most = Math.max(...counts.map(([, count]) => count))
  const files = counts.flatMap(([file, count]) => (count === most ? [`\`${file}\``] : []))
  return `${counts.length} files are entered; most often, ${most} times, one returns to ${files.join(', ')}.`
}
