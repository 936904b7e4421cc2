import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allocationLogging } from '../figures/allocations.ts'

const children = new Set<Bun.Subprocess>()
// Stops it even if the load failed: the next run would otherwise measure the leftovers.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

interface Options<Out> {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Out
  /** Log the allocations, to a file of its own. */
  readonly countAllocations?: boolean | undefined
}

/** Starts a program under Bun. It ends with this process at the latest. */
export const startChild = <const Out extends 'pipe' | ReturnType<typeof Bun.file>>(
  command: readonly string[],
  { env, stdout, countAllocations = false }: Options<Out>,
) => {
  const allocationLog = countAllocations ? join(tmpdir(), `patchbay-allocations-${crypto.randomUUID()}`) : undefined
  const child = Bun.spawn([process.execPath, ...command], {
    env: { ...env, ...(allocationLog && allocationLogging) },
    stdout,
    stderr: allocationLog ? Bun.file(allocationLog) : 'inherit',
    onExit() {
      children.delete(child)
      if (allocationLog) rmSync(allocationLog)
    },
  })
  children.add(child)
  return { child, allocationLog }
}
