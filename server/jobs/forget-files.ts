import type { FileShelf } from '@patchbay/core/files'
import { removeInSlices } from './remove-in-slices.ts'
import type { Job } from './schedule/job.ts'

const looked = 100

/** Removes files that have expired, and bytes whose tenant is gone. After a stop the next run removes the rest. */
export const createForgetFilesJob = (
  cron: string,
  { fileShelf }: { readonly fileShelf: Pick<FileShelf, 'forgetExpired' | 'forgetStray'> },
): Job => ({
  name: 'forget-files',
  cron,
  changes: ['files', 'stray'],
  async run(signal) {
    let failure: unknown
    const files = await removeInSlices(signal, fileShelf.forgetExpired).catch((error) => {
      failure = error
      return 0
    })
    let stray = 0
    for (let after: string | undefined = ''; after !== undefined && !signal.aborted; ) {
      const page: Awaited<ReturnType<FileShelf['forgetStray']>> = await fileShelf.forgetStray(after, looked)
      stray += page.removed
      failure ??= page.failure
      after = page.last
    }
    if (failure !== undefined) throw failure
    return { files, stray }
  },
})
