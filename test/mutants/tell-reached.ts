/**
 * Loaded before everything else in each process of a run with probes: `reachedMutant` adds a line `<number> <test file>` to the file that
 * `REACHED_FILE` names, once for each test file. What is reached in a gateway's own process is told of no test.
 */
import { appendFileSync } from 'node:fs'

const reached = new Set<number>()
let testFile: string | undefined

const world = globalThis as {
  // Vitest's own note of the file that a worker runs.
  readonly __vitest_worker__?: { readonly filepath?: string }
  reachedMutant?: (n: number) => void
}

world.reachedMutant = (n) => {
  const now = world.__vitest_worker__?.filepath
  if (now !== testFile) reached.clear()
  testFile = now
  if (now === undefined || reached.has(n)) return
  reached.add(n)
  appendFileSync(process.env.REACHED_FILE ?? '', `${n} ${now}\n`)
}
