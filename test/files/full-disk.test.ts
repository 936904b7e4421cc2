// Test lanes: slow

import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { temporaryFolder } from '../gateway.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { createFiles } from './create-files.ts'

const disk = temporaryFolder()
const hasMount = Bun.which('mount') !== null && Bun.which('umount') !== null
const isMounted =
  hasMount && Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=64m', 'none', disk], { stderr: 'ignore' }).success
const whyNot = hasMount ? 'this user may not mount a disk of 64 MB' : 'mount is not installed'
const missing = isMounted ? undefined : whyNot
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.end('SIGKILL')
  if (isMounted) Bun.spawnSync(['umount', '-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

const free = (): number => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}
/** Somebody else fills the disk to its last block. */
const fillDisk = (): void => {
  for (let size = 2 ** 22; size >= 4096; size /= 2)
    for (let nth = 0; ; nth++) {
      try {
        writeFileSync(join(disk, `filler-${size}-${nth}-${randomBytes(4).toString('hex')}`), Buffer.alloc(size))
      } catch {
        break
      }
    }
}

test.skipIf(missing)(
  'on a disk that is full to its last block files are read and deleted, by their tokens and by administrators',
  { meta: { missing } },
  async () => {
    const dataDir = join(disk, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    server = await startServerProcess({ dataDir, env: { MIN_FREE_BYTES: '0' } })
    const { admin, url } = server
    await server.seed('acme', { hubspot: 'a-token' })
    const { upload, content, remove } = createFiles(url)
    const bytes = [randomBytes(5), randomBytes(5), randomBytes(3_000_000)]
    const ids: string[] = []
    for (const each of bytes) ids.push((await upload(each)).body.data.file_id)
    fillDisk()
    // A write fails, and everything knows that the disk is full.
    expect((await upload(randomBytes(300_000))).status).toBe(503)
    expect((await admin('PATCH', '/admin/tenants/acme', { name: 'Another' })).status).toBe(503)
    expect(free()).toBeLessThan(4096)
    expect(Buffer.from(await (await content(ids[0] ?? '')).bytes()).equals(bytes[0] ?? Buffer.alloc(0))).toBe(true)
    // The room that is kept for this is given up.
    expect(await remove(ids[0] ?? '', tokenOf('acme'))).toMatchObject({ status: 200 })
    fillDisk()
    // None is left: the bytes of the file itself make some.
    expect((await admin('DELETE', `/admin/files/acme/${ids[2]}`)).status).toBe(204)
    // From then on the store is as always, once it has noticed.
    await expect.poll(async () => (await admin('DELETE', `/admin/files/acme/${ids[1]}`)).status).toBe(204)
    expect(readdirSync(join(dataDir, 'files'))).toEqual([])
    expect((await admin('GET', '/admin/files/acme')).body.files).toEqual([])
    // The space of the largest one lets the store be written again.
    await expect.poll(async () => (await upload(randomBytes(100))).status).toBe(201)
  },
)
