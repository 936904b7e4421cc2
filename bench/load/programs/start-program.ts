import { startChild } from './child-process.ts'

interface Options {
  readonly countAllocations?: boolean | undefined
}

/** A helper program of the bench that prints its port. */
export const startProgram = async (file: string, args: readonly string[] = [], { countAllocations }: Options = {}) => {
  const { child, allocationLog } = startChild([`${import.meta.dirname}/${file}`, ...args], {
    env: process.env,
    stdout: 'pipe',
    countAllocations,
  })
  const { value } = await child.stdout.getReader().read()
  return {
    origin: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`,
    pid: child.pid,
    allocationLog,
    async stop(): Promise<void> {
      child.kill()
      await child.exited
    },
  }
}
