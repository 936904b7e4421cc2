import type { Store } from '@patchbay/core/store'
import { msOf } from '@patchbay/core/time'
import { removeInSlices } from './remove-in-slices.ts'
import type { Job } from './schedule/job.ts'

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
    return { keys: await removeInSlices(signal, (limit) => effects.forgetKeys(msOf(now()), limit)) }
  },
})
