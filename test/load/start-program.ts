import { rmSync } from 'node:fs'
import { startChild } from './child-process.ts'

/** A helper program of the bench that prints its port. With `allocationLog`, a file, its allocations are counted. */
export const startProgram = async (file: string, args: readonly string[] = [], allocationLog?: string) => {
  const child = startChild([`${import.meta.dirname}/${file}`, ...args], {
    env: process.env,
    stdout: 'pipe',
    allocationLog,
  })
  const { value } = await child.stdout.getReader().read()
  return {
    origin: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`,
    pid: child.pid,
    stop(): void {
      child.kill()
      if (allocationLog) rmSync(allocationLog)
    },
  }
}
