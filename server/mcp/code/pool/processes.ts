import { inBackground } from '@patchbay/core/in-background'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'

/** The processes in which code runs. None is there before the first run. */
export interface SandboxProcesses {
  take(): SandboxProcess
  /** After a run. One that is spent runs nothing else. */
  giveBack(process: SandboxProcess, isSpent: boolean): void
  isClosed(): boolean
  /** Ends all. */
  close(): Promise<void>
}

/** At most `mostIdle` are kept without a run, each for `idleMs`. */
export const createSandboxProcesses = ({
  mostIdle,
  idleMs,
}: {
  readonly mostIdle: number
  readonly idleMs: number
}): SandboxProcesses => {
  const idle = new Map<SandboxProcess, Timer>()
  const running = new Set<SandboxProcess>()
  let isClosed = false

  const stopIdling = (process: SandboxProcess): void => {
    clearTimeout(idle.get(process))
    idle.delete(process)
  }
  const start = (): SandboxProcess => {
    const process = startSandboxProcess()
    inBackground(
      process.exited.then(() => stopIdling(process)),
      'forget_sandbox',
    )
    return process
  }

  return {
    take() {
      const [idleProcess] = idle.keys()
      const process = idleProcess ?? start()
      stopIdling(process)
      running.add(process)
      return process
    },
    giveBack(process, isSpent) {
      running.delete(process)
      if (isSpent || process.hasGivenWay() || isClosed || idle.size >= mostIdle) {
        process.kill()
        return
      }
      const timer = setTimeout(() => {
        idle.delete(process)
        process.kill()
      }, idleMs)
      timer.unref()
      idle.set(process, timer)
    },
    isClosed: () => isClosed,
    async close() {
      isClosed = true
      const all = [...idle.keys(), ...running]
      for (const process of all) process.kill()
      await Promise.all(all.map(({ exited }) => exited))
    },
  }
}
