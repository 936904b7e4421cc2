import { ptr } from 'bun:ffi'
import { readFileSync } from 'node:fs'
import { openFunction } from './c-library.ts'

/** The signal at which a gateway starts anew. `SIGHUP` comes when a terminal is closed, and `SIGUSR1` is the debugger's. */
export const restartSignal = { name: 'SIGUSR2', number: 12 } as const

const terminated = (text: string): Buffer => Buffer.from(`${text}\0`)

/** A list of texts as C has it. The buffers must live as long as it. */
const pointersTo = (buffers: readonly Buffer[]): BigUint64Array =>
  BigUint64Array.from([...buffers.map((one) => BigInt(ptr(one))), 0n])

/**
 * Puts a new start of this program in the place of this process: with its arguments, its environment and its terminal, under the same
 * number, so that a service manager sees no end. Returns only where the system can't: then the process has to end, and be started.
 */
export const startAnew = (): void => {
  const execve = openFunction('execve', { args: ['ptr', 'ptr', 'ptr'], returns: 'i32' })
  if (!execve) return
  const program = terminated(process.execPath)
  const words = readFileSync('/proc/self/cmdline', 'utf8').split('\0').slice(0, -1).map(terminated)
  const variables = Object.entries(process.env).map(([name, value]) => terminated(`${name}=${value}`))
  const [argv, envp] = [pointersTo(words), pointersTo(variables)]
  execve(ptr(program), ptr(argv), ptr(envp))
}
