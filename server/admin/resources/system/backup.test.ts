import { readdirSync, readlinkSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openAdmin } from '../../testing/open-admin.ts'

const linkOf = (descriptor: string): string => {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    // It was closed meanwhile, as that of the folder itself is.
    return ''
  }
}

/** Counts this process's descriptors of a store's log. */
const openLogs = (folder: string): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => linkOf(descriptor) === `${folder}/patchbay.sqlite-wal`).length

const missing = process.platform === 'linux' ? undefined : 'only Linux lists the files that a process has open'

test.skipIf(missing)(
  'an archive that nobody gets, as its use is not recorded, lets the store go',
  { meta: { missing } },
  async () => {
    const admin = openAdmin()
    onTestFinished(() => admin.close())
    await admin.call('GET', '/admin/tenants')
    const before = openLogs(admin.folder)
    const record = vi.spyOn(admin.auditLog, 'record').mockRejectedValueOnce(new Error('not recorded'))
    await expect(admin.call('POST', '/admin/backup')).rejects.toThrow()
    expect(record).toHaveBeenCalledOnce()
    await expect.poll(() => openLogs(admin.folder)).toBe(before)
  },
)
