import { allocationLogging } from './allocations.ts'

const children = new Set<Bun.Subprocess>()
// Also when the load has failed: whoever runs it again would measure what still runs.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

interface Options<Out> {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Out
  /** A file. With it, the process logs its allocations there. */
  readonly allocationLog?: string
}

/** Starts a program under Bun. It ends with this process at the latest. */
export const startChild = <const Out extends 'pipe' | ReturnType<typeof Bun.file>>(
  command: readonly string[],
  { env, stdout, allocationLog }: Options<Out>,
) => {
  const child = Bun.spawn([process.execPath, ...command], {
    env: { ...env, ...(allocationLog && allocationLogging) },
    stdout,
    stderr: allocationLog ? Bun.file(allocationLog) : 'inherit',
    onExit: () => void children.delete(child),
  })
  children.add(child)
  return child
}
