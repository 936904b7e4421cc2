import { createFileShelf } from '@patchbay/core/files'
import { currentMs, shiftTime } from '@patchbay/core/time'
import { afterAll, expect, it } from 'vitest'
import { openAdmin } from '../admin/testing/open-admin.ts'
import { createForgetFilesJob } from './forget-files.ts'

const { store, vault, close } = openAdmin()
afterAll(close)

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

it('files are removed when they have expired, and the bytes of those whose tenant is gone', async () => {
  let time = currentMs()
  const limits = { maxFileBytes: 1000, maxTenantFileBytes: 10_000, maxFilesBytes: 10_000, minFreeBytes: 0 }
  const fileShelf = createFileShelf({ store, vault, ...limits, baseUrl: () => '', now: () => time })
  const keep = async (tenant: string) => {
    const owner = { tenant, tokenId: 'token', tokenHash: null, grantId: undefined }
    return (await fileShelf.keep(owner, { name: null, mediaType: 'text/plain' }, bytesOf('text'))).file.id
  }
  const [old, stray] = [await keep('acme'), await keep('acme')]
  time = shiftTime(time, 24 * 3_600_000)
  const young = await keep('acme')
  await store.files.remove(stray)
  const job = createForgetFilesJob('* * * * *', { fileShelf })
  expect(await job.run(new AbortController().signal)).toEqual({ files: 1, stray: 1 })
  expect(await store.fileContents.list('', 10)).toEqual([young])
  expect(await store.files.get(old)).toBeUndefined()
  expect(await job.run(new AbortController().signal)).toEqual({ files: 0, stray: 0 })
})
