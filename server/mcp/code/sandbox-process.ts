import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../project-root.ts'
import { giveWay } from './give-way.ts'
import { readProcessorMs } from './processor-ms.ts'
import type { CallResult, FromSandbox, RunEnd, RunRequest, SandboxCall, ToSandbox } from './sandbox/messages.ts'

/** The child's priority, below that of the gateway. */
const priority = 15

/**
 * Each run instantiates the engine anew, so compiling it a second time for speed costs most runs three times what they compute, and 22 MB.
 * Only code that computes for seconds would gain.
 */
const onlyOneCompiler = { BUN_JSC_useOMGJIT: '0' }

/** In a source tree its module; in the image what its build bundled. */
const program = (): string => {
  const bundled = join(projectRoot, 'server/generated/bundle/code/main.js')
  const source = join(projectRoot, 'server/mcp/code/sandbox/main.ts')
  return existsSync(source) ? source : bundled
}

/** What a run is told of its process. */
export interface RunListener {
  call(call: SandboxCall): void
  end(end: RunEnd): void
  /** The process has ended before the run. */
  lost(): void
}

/** A process that runs one code after the other. */
export interface SandboxProcess {
  run(request: RunRequest, listener: RunListener): void
  settle(result: CallResult): void
  /** Its processor time so far; where the system doesn't tell that, the time that has passed. */
  usedMs(): number
  /** From now on it runs only while nobody else wants the processor, where the system has that. */
  giveWay(): void
  /** Code that somebody waits for should not run in it any more. */
  hasGivenWay(): boolean
  /** The code of the run is stopped wherever it is. */
  kill(): void
  readonly exited: Promise<unknown>
}

/**
 * Starts the process in which code runs. It isn't a thread of the gateway's process: one step of the engine may take hours
 * (`[].includes.call({ length: 2 ** 53 - 1 }, 1)`), in which nothing interrupts it, and a thread in WebAssembly can't be stopped from outside.
 */
export const startSandboxProcess = (): SandboxProcess => {
  let listener: RunListener | undefined
  let gaveWay: boolean | undefined
  const child = Bun.spawn([process.execPath, program()], {
    // A folder without an `.env` file, from which Bun would read the gateway's secrets; and none of its variables.
    cwd: '/',
    env: onlyOneCompiler,
    stdio: ['ignore', 'ignore', 'ignore'],
    serialization: 'json',
    ipc(message: FromSandbox) {
      if (message.kind === 'call') {
        listener?.call(message)
        return
      }
      const ended = listener
      listener = undefined
      ended?.end(message)
    },
  })
  child.unref()
  setPriority(child.pid, priority)
  const send = (message: ToSandbox): void => {
    try {
      child.send(message)
    } catch {
      // The channel may have closed before `exitCode` says so. The listener is told by `lost`.
      child.kill('SIGKILL')
    }
  }
  const exited = child.exited.then(() => {
    listener?.lost()
    listener = undefined
  })
  return {
    run(request, told) {
      listener = told
      send(request)
    },
    settle: (result) => {
      if (listener) send(result)
    },
    usedMs: () => readProcessorMs(child.pid) ?? performance.now(),
    giveWay: () => {
      // Once it has ended, its number may be another's.
      gaveWay ??= child.exitCode === null && giveWay(child.pid)
    },
    hasGivenWay: () => gaveWay === true,
    kill: () => child.kill('SIGKILL'),
    exited,
  }
}
