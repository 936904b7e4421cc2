import { onTestFinished } from 'vitest'

/** One run of the job, as the process printed it, in Unix milliseconds. `end` is missing if the process was killed. */
export interface ToldRun {
  readonly begin: number
  readonly end?: number
}

/** Starts `scheduler-process.ts`; it is killed when the test ends. */
export const startScheduler = async (where: string) => {
  const child = Bun.spawn([process.execPath, `${import.meta.dirname}/scheduler-process.ts`, where], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  let text = ''
  const reading = (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) text += chunk
  })()

  const runs = (): ToldRun[] =>
    [...text.matchAll(/begin (\d+)\n(?:end (\d+))?/g)].map(([, begin, end]) => ({
      begin: Number(begin),
      ...(end && { end: Number(end) }),
    }))

  return {
    runs,
    isStarted: () => text.includes('started'),
    isRunning: () => runs().some(({ end }) => end === undefined),
    /** Ends the process, reads the rest of its output, and returns the exit code. */
    async end(signal: NodeJS.Signals): Promise<number> {
      child.kill(signal)
      const code = await child.exited
      await reading
      return code
    },
  }
}
