// Test lanes: both-stores

import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startFixture } from '../call-path/start-fixture.ts'
import { tokenOf } from '../client.ts'
import { createFiles } from './create-files.ts'

const limits = { MAX_FILE_BYTES: '300000', MAX_FILES_BYTES_PER_TENANT: '1000000' }
const { gateway } = await startFixture({ env: { ...limits, CALLS_PER_MINUTE: '0' } })
const { upload, read, content, remove } = createFiles(gateway.url)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const auditedFiles = async () => {
  const { body } = await gateway.admin('GET', '/admin/audit?tenant=acme&limit=5')
  return body.entries.map(({ action, key, outcome }: Record<string, string>) => ({ action, key, outcome }))
}

describe('a file', () => {
  it('is kept for a day, described and given back byte for byte, and removed', async () => {
    const bytes = randomBytes(200_000)
    const { status, headers, body } = await upload(bytes, {
      'content-type': 'Image/PNG',
      'x-file-name': 'a%20b%C3%A9.png',
    })
    expect(status).toBe(201)
    const { file_id, expires_at } = body.data
    expect(headers.get('location')).toBe(`/api/v1/acme/files/${file_id}`)
    expect(body.data).toEqual({
      file_id,
      filename: 'a bé.png',
      bytes: 200_000,
      media_type: 'image/png',
      sha256: sha256(bytes),
      expires_at,
    })
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    expect((await read(file_id)).body.data).toEqual(body.data)
    const download = await content(file_id)
    expect(Object.fromEntries(download.headers)).toMatchObject({
      'content-type': 'image/png',
      'repr-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
      'content-disposition': "attachment; filename*=UTF-8''a%20b%C3%A9.png",
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(sha256(await download.bytes())).toBe(sha256(bytes))
    expect((await remove(file_id)).status).toBe(200)
    expect(await read(file_id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await content(file_id)).status).toBe(404)
    expect(await auditedFiles()).toEqual(
      expect.arrayContaining([
        { action: 'delete_file', key: `files/${file_id}`, outcome: 'ok' },
        { action: 'put_file', key: 'files', outcome: 'ok' },
      ]),
    )
  })

  it.each([
    ['none at all', new Uint8Array()],
    ['a single one', Buffer.from('x')],
    ['exactly two pieces', randomBytes(131_072)],
  ])('may have few bytes or whole pieces: %s', async (_what, bytes) => {
    const { body } = await upload(bytes)
    expect(body.data).toEqual({
      file_id: expect.any(String),
      bytes: bytes.length,
      media_type: 'application/octet-stream',
      sha256: sha256(bytes),
      expires_at: expect.any(String),
    })
    expect(sha256(await (await content(body.data.file_id)).bytes())).toBe(sha256(bytes))
    await remove(body.data.file_id)
  })

  it('belongs to the token that made it', async () => {
    const { token } = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })).body
    await gateway.seed('other', { fixture: 'secret' })
    const { file_id } = (await upload(Buffer.from('mine'))).body.data
    for (const [tenant, other] of [
      ['acme', token],
      ['other', tokenOf('other')],
    ]) {
      expect(await read(file_id, other, tenant)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect((await content(file_id, other, tenant)).status).toBe(404)
      expect((await remove(file_id, other, tenant)).status).toBe(404)
    }
    expect((await read(file_id, token, 'other')).status).toBe(401)
    expect((await content(file_id)).status).toBe(200)
    await remove(file_id)
  })

  it.each([
    ['a name with a slash', { 'x-file-name': 'a/b' }, 'X-File-Name'],
    ['an encoded slash', { 'x-file-name': 'a%2Fb' }, 'X-File-Name'],
    ['a media type that is none', { 'content-type': 'png' }, 'Content-Type'],
    ['a coding', { 'content-encoding': 'gzip' }, 'Content-Encoding'],
  ])('is refused with %s', async (_what, headers, named) => {
    const { status, body } = await upload(Buffer.from('x'), headers)
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(JSON.stringify(body)).toContain(named)
  })

  it('is refused where it is too large, whether its length is said or not', async () => {
    const bytes = randomBytes(300_001)
    const declared = await upload(bytes)
    expect(declared).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
    expect(declared.body.error).toContain('MAX_FILE_BYTES')
    async function* inPieces() {
      for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000)
    }
    expect(await upload(inPieces())).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
  })

  it('is refused where the tenant has too many bytes, and there is room again once one is removed', async () => {
    const kept: string[] = []
    for (let nth = 0; nth < 3; nth++) kept.push((await upload(randomBytes(300_000))).body.data.file_id)
    const full = await upload(randomBytes(200_000))
    expect(full).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(full.body.error).toContain('remove some')
    await remove(kept[0] ?? '')
    const again = await upload(randomBytes(200_000))
    expect(again.status).toBe(201)
    for (const id of [...kept.slice(1), again.body.data.file_id]) await remove(id)
  })

  it('of a tenant that was deleted is gone', async () => {
    await gateway.seed('short', { fixture: 'secret' })
    const { file_id } = (await upload(Buffer.from('x'), {}, tokenOf('short'), 'short')).body.data
    await gateway.admin('DELETE', '/admin/tenants/short')
    await gateway.seed('short', { fixture: 'secret' })
    expect((await read(file_id, tokenOf('short'), 'short')).status).toBe(404)
  })
})
