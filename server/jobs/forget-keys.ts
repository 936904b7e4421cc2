import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '@patchbay/core/store'
import type { Job } from './schedule/job.ts'

/** Takes a few milliseconds of the embedded store's only thread; calls get their turn in between. */
const slice = 500
const pauseMs = 10

/** Removes the keys of writes that have expired, with their answers; after a stop the next run removes the rest. */
export const createForgetKeysJob = (
  cron: string,
  {
    store: { effects },
    now = () => new Date(),
  }: { readonly store: { readonly effects: Pick<Store['effects'], 'forgetKeys'> }; readonly now?: () => Date },
): Job => ({
  name: 'forget-keys',
  cron,
  changes: ['keys'],
  async run(signal) {
    let keys = 0
    for (let removed = slice; removed === slice && !signal.aborted; await sleep(pauseMs)) {
      removed = await effects.forgetKeys(now().getTime(), slice)
      keys += removed
    }
    return { keys }
  },
})
