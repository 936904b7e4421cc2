import { asUnixMs } from '@patchbay/core/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configuration, noon } from '../../../test/contract/samples.ts'
import { type Admin, openAdmin } from '../testing/open-admin.ts'

let admin: Admin
const now = Date.now()
const idOf = (nth: number): string => `0199d5c2-8f3a-7c41-9d0e-00000000000${nth}`

const addFile = async (nth: number, changes: object = {}): Promise<void> => {
  const record = {
    id: idOf(nth),
    tenant: 'acme',
    token_id: '0123456789ab',
    token_hash: null,
    origin: null,
    grant_id: null,
    name: 'a.csv',
    media_type: 'text/csv',
    bytes: 5,
    sha256: null,
    created_at: asUnixMs(now),
    expires_at: asUnixMs(now + 60_000),
    link_hash: 'secret',
    link_expires_at: asUnixMs(now + 60_000),
    ...changes,
  }
  await admin.store.files.add(record, 5, { count: 9, bytes: 900 })
}
async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('bytes')
}

beforeAll(async () => {
  admin = openAdmin()
  for (const tenant of ['acme', 'other'])
    await admin.store.tenants.put(tenant, configuration(), { now: noon, prune: false })
  await addFile(1)
  await addFile(2, { token_id: '', name: null })
  await addFile(3, { tenant: 'other' })
  await admin.store.files.finish(idOf(1), { bytes: 5, sha256: 'abc', expires_at: asUnixMs(now + 60_000) })
})
afterAll(() => admin.close())

describe('the files of a tenant', () => {
  test('are listed with whose they are, and without their links', async () => {
    const first = (await admin.call('GET', '/admin/files/acme?limit=1')).body
    expect(first.files).toEqual([
      {
        file_id: idOf(1),
        filename: 'a.csv',
        bytes: 5,
        media_type: 'text/csv',
        sha256: 'abc',
        unfinished: false,
        token_id: '0123456789ab',
        grant_id: null,
        created_at: new Date(now).toISOString(),
        expires_at: new Date(now + 60_000).toISOString(),
      },
    ])
    const rest = (await admin.call('GET', `/admin/files/acme?cursor=${first.next_cursor}`)).body
    expect(rest).toMatchObject({
      files: [{ file_id: idOf(2), token_id: null, filename: null, unfinished: true }],
      next_cursor: null,
    })
  })

  test('are gone with their bytes after DELETE, those of another tenant are not', async () => {
    await admin.store.fileContents.write(idOf(1), bytes())
    expect((await admin.call('DELETE', `/admin/files/acme/${idOf(3)}`)).status).toBe(404)
    expect((await admin.call('DELETE', `/admin/files/acme/${idOf(1)}`)).status).toBe(204)
    expect((await admin.call('DELETE', `/admin/files/acme/${idOf(1)}`)).body.code).toBe('NOT_FOUND')
    expect(await admin.store.fileContents.list('', 9)).toEqual([])
    expect((await admin.call('GET', '/admin/files/other')).body.files).toHaveLength(1)
  })

  test('of a tenant that does not exist are an error', async () => {
    expect((await admin.call('GET', '/admin/files/nobody')).body.code).toBe('TENANT_NOT_FOUND')
    expect((await admin.call('DELETE', `/admin/files/nobody/${idOf(1)}`)).body.code).toBe('TENANT_NOT_FOUND')
    expect((await admin.call('DELETE', '/admin/files/acme/x')).body.code).toBe('VALIDATION_ERROR')
  })
})
