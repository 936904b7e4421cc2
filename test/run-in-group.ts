import { spawn } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command in a process group of its own, and ends what it leaves behind there: a test that runs out of time can't stop what it has
 * started. True if the command has succeeded.
 */
export const runInGroup = async (
  [command = '', ...words]: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<boolean> => {
  const child = spawn(command, words, { ...options, detached: true, stdio: ['ignore', 'inherit', 'inherit'] })
  const signalGroup = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // Nobody is left.
    }
  }
  // The terminal signals the group of this process alone.
  const handlers = signals.map((signal) => [signal, () => signalGroup(signal)] as const)
  for (const [signal, handle] of handlers) process.on(signal, handle)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.once('error', () => resolve(false))
  child.once('exit', (code) => resolve(code === 0))
  const isPassed = await promise
  for (const [signal, handle] of handlers) process.off(signal, handle)
  signalGroup('SIGKILL')
  return isPassed
}
