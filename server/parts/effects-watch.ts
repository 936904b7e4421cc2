import type { CallEffects, Recovery } from '@patchbay/core/effects'
import { gatewayBeatMs, type Store } from '@patchbay/core/store'
import type { Log } from '../log/log.ts'
import { onceAMinute } from '../log/once-a-minute.ts'

/** Closes what dead gateways left open, as soon as they count as dead, and what this one gave up. */
export interface EffectsWatch {
  /** Recovers open calls once, and repeatedly if other gateways share the store and may die. */
  start(): Promise<void>
  /** Waits for late answers of writes, for `ms` at most. */
  close(ms?: number): Promise<void>
}

/**
 * The rounds between two looks for effects that this gateway itself abandoned. They end by their calls' entries once
 * the store answers again; few entries arrive later than these rounds.
 */
const roundsBetweenOwn = 6

export const createEffectsWatch = (
  store: Pick<Store, 'gateways'>,
  recovery: Recovery,
  effects: Pick<CallEffects, 'start' | 'close'>,
  log: Pick<Log, 'warn'>,
): EffectsWatch => {
  const warn = onceAMinute((error) =>
    log.warn({ err: error }, 'calls that were left open could not be recorded; the gateway tries again'),
  )
  let timer: Timer | undefined
  let running: Promise<void> | undefined
  let rounds = 0

  const recover = async (): Promise<void> => {
    await recovery.ofDeadGateways()
    if (++rounds % roundsBetweenOwn === 0) await recovery.ofThisGateway()
  }
  const run = (): void => {
    running ??= recover()
      .catch(warn)
      .finally(() => {
        running = undefined
      })
  }

  return {
    async start() {
      await recovery.ofDeadGateways()
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
