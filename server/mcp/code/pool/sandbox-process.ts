import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { inBackground } from '@patchbay/core/in-background'
import { projectRoot } from '../../../project-root.ts'
import { runLimits } from '../../tools/run-limits.ts'
import { readLines } from '../sandbox/lines.ts'
import {
  type CallResult,
  type FromSandbox,
  longestMessage,
  type ParkedCall,
  type RunEnd,
  type RunRequest,
  type SandboxCall,
  type SandboxRest,
  type ToSandbox,
} from '../sandbox/messages.ts'
import { giveWay } from './give-way.ts'
import { limitMemory } from './limit-memory.ts'
import { readProcessorMs } from './processor-ms.ts'

/** The child's priority, below that of the gateway. */
const priority = 15

/**
 * The bytes that a process may take beyond those it has once it is ready: the engine's memory, that of the previous run, which is freed soon, and
 * its own side of calls and results. It is a second wall, in case the sandbox has a fault.
 */
const mostBytes = 2 * runLimits.memoryBytes + 64 * 2 ** 20

/** All of the child's environment. */
const environment = {
  /*
   * Each run instantiates the engine anew, so compiling it a second time for speed costs most runs three times what they compute, and 22 MB.
   * Only code that computes for seconds would gain.
   */
  BUN_JSC_useOMGJIT: '0',
  // Reserved memory that may be written to counts for the limit of the process, and by default these reserve gigabytes.
  BUN_JSC_structureHeapSizeInKB: String(64 * 2 ** 10),
  BUN_JSC_jitMemoryReservationSize: String(32 * 2 ** 20),
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
}

/** In a source tree its module; in the image what its build bundled. */
const program = (): string => {
  const bundled = join(projectRoot, 'server/generated/bundle/code/main.js')
  const source = join(projectRoot, 'server/mcp/code/sandbox/main.ts')
  return existsSync(source) ? source : bundled
}

/** The events of a process that its run receives. */
export interface RunListener {
  call(call: SandboxCall): void
  rest(rest: SandboxRest): void
  end(end: RunEnd): void
  /** Called if it has no room for the run, which hasn't started. */
  unfit(): void
  /** The process has ended before the run. */
  lost(): void
}

/** A process that runs one code after the other. */
export interface SandboxProcess {
  run(request: RunRequest, listener: RunListener): void
  settle(result: CallResult | ParkedCall): void
  /** Its processor time so far; where the system doesn't tell that, the time that has passed. */
  usedMs(): number
  /** From now on it runs only while nobody else wants the processor, where the system has that. */
  giveWay(): void
  /** Code that somebody waits for should not run in it any more. */
  hasGivenWay(): boolean
  /** Suspends it until it is resumed. */
  pause(): void
  goOn(): void
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
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.unref()
  setPriority(child.pid, priority)
  const kill = (): void => child.kill('SIGKILL')

  /** The messages to a process that isn't ready yet; `undefined`: it is ready. */
  let early: ToSandbox[] | undefined = []
  const send = (message: ToSandbox): void => {
    if (early) {
      early.push(message)
      return
    }
    try {
      child.stdin.write(`${JSON.stringify(message)}\n`)
      inBackground(Promise.resolve(child.stdin.flush()).catch(kill), 'tell_sandbox')
    } catch {
      // It has ended, and `lost` informs the listener; or it can't be reached.
      kill()
    }
  }
  const hear = (message: FromSandbox): void => {
    if (message.kind === 'ready') {
      limitMemory(child.pid, mostBytes)
      const messages = early ?? []
      early = undefined
      for (const each of messages) send(each)
    } else if (message.kind === 'end') {
      const ended = listener
      listener = undefined
      ended?.end(message)
    } else if (message.kind === 'call') listener?.call(message)
    else if (message.kind === 'unfit') listener?.unfit()
    else listener?.rest(message)
  }
  const listen = async (): Promise<void> => {
    try {
      for await (const line of readLines(child.stdout, longestMessage)) hear(JSON.parse(line))
    } catch {
      // It says what the sandbox never says.
      kill()
    }
  }
  const reading = listen()
  const exited = child.exited.then(async () => {
    await reading
    listener?.lost()
    listener = undefined
  })
  inBackground(exited, 'end_sandbox')
  return {
    run(request, runListener) {
      listener = runListener
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
    pause: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    kill,
    exited,
  }
}
