import type { CallEffects } from '@patchbay/core/effects'
import { gatewayBeatMs, type Store } from '@patchbay/core/store'
import type { Log } from '../log/log.ts'
import { onceAMinute } from '../log/once-a-minute.ts'

/** Closes what dead gateways left open, as soon as they count as dead. */
export interface EffectsWatch {
  /** Recovers what there is, and goes on where other gateways may die. */
  start(): Promise<void>
  /** Waits for late answers of writes, for `ms` at most. */
  close(ms?: number): Promise<void>
}

export const createEffectsWatch = (
  store: Pick<Store, 'gateways'>,
  recover: () => Promise<void>,
  effects: Pick<CallEffects, 'start' | 'close'>,
  log: Pick<Log, 'warn'>,
): EffectsWatch => {
  const warn = onceAMinute((error) =>
    log.warn({ err: error }, 'the calls that another gateway left open could not be recorded; this one tries again'),
  )
  let timer: Timer | undefined
  let running: Promise<void> | undefined

  const run = (): void => {
    running ??= recover()
      .catch(warn)
      .finally(() => {
        running = undefined
      })
  }

  return {
    async start() {
      await recover()
      await effects.start()
      if (!store.gateways.isShared) return
      timer = setInterval(run, gatewayBeatMs)
      timer.unref()
    },
    async close(ms = 0) {
      clearInterval(timer)
      await running
      await effects.close(ms)
    },
  }
}
