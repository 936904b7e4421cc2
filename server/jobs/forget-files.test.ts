import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileShelf } from '@patchbay/core/files'
import { currentMs, shiftTime } from '@patchbay/core/time'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { openAdmin } from '../admin/testing/open-admin.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'
import { createForgetFilesJob } from './forget-files.ts'

const { store, vault, close } = openAdmin()
afterAll(close)

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const limits = { maxFileBytes: 1000, maxTenantFileBytes: 10_000, maxFilesBytes: 10_000, minFreeBytes: 0 }

it('files are removed when they have expired, and the bytes of those whose tenant is gone', async () => {
  let time = currentMs()
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

it('what a disk does not give up, and what is no file of ours, keeps no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-files-'))
  const own = openSqliteStore(folder)
  onTestFinished(async () => {
    await own.close()
    await rm(folder, { recursive: true })
  })
  const stuck = new Set<string>()
  const fileContents = {
    ...own.fileContents,
    remove: (id: string) =>
      stuck.has(id) ? Promise.reject(new Error('input/output error')) : own.fileContents.remove(id),
  }
  let time = currentMs()
  const fileShelf = createFileShelf({
    store: { ...own, fileContents },
    vault,
    ...limits,
    baseUrl: () => '',
    now: () => time,
  })
  const owner = { tenant: 'acme', tokenId: 'token', tokenHash: null, grantId: undefined }
  const keep = async () =>
    (await fileShelf.keep(owner, { name: null, mediaType: 'text/plain' }, bytesOf('text'))).file.id
  const [lost, gone, old, older] = [await keep(), await keep(), await keep(), await keep()]
  for (const id of [lost, gone]) await own.files.remove(id)
  // The first of each kind.
  for (const id of [lost, old]) stuck.add(id)
  // A client of NFS leaves such a file where somebody still reads one that was removed.
  writeFileSync(join(folder, 'files', '.nfs000000000000000100000001'), '')
  time = shiftTime(time, 24 * 3_600_000)
  const job = createForgetFilesJob('* * * * *', { fileShelf })
  await expect(job.run(new AbortController().signal)).rejects.toThrow('input/output error')
  expect(await own.fileContents.list('', 10)).toEqual([lost, old])
  expect(await own.files.get(older)).toBeUndefined()
  stuck.clear()
  expect(await job.run(new AbortController().signal)).toEqual({ files: 1, stray: 1 })
  expect(await own.fileContents.list('', 10)).toEqual([])
})
