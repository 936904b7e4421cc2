import type { Store } from '@patchbay/core/store'
import { msOf } from '@patchbay/core/time'
import { removeInSlices } from './remove-in-slices.ts'
import type { Job } from './schedule/job.ts'

/** Removes the keys of writes that have expired, with their answers, and failed calls that were kept for a day; after a stop the next run removes the rest. */
export const createForgetKeysJob = (
  cron: string,
  {
    store: { effects, failedCalls },
    now = () => new Date(),
  }: {
    readonly store: {
      readonly effects: Pick<Store['effects'], 'forgetKeys'>
      readonly failedCalls: Pick<Store['failedCalls'], 'forget'>
    }
    readonly now?: () => Date
  },
): Job => ({
  name: 'forget-keys',
  cron,
  changes: ['keys', 'failed_calls'],
  async run(signal) {
    const keys = await removeInSlices(signal, (limit) => effects.forgetKeys(msOf(now()), limit))
    const failed_calls = await removeInSlices(signal, (limit) => failedCalls.forget(msOf(now()), limit))
    return { keys, failed_calls }
  },
})
