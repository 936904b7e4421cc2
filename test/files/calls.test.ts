// Test lanes: both-stores

import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { createFiles } from './create-files.ts'
import { startShopGateway } from './start-shop-gateway.ts'

const credential = 'a-secret-of-the-shop'
const { vendor, gateway } = await startShopGateway({
  credentials: { shop: credential },
  env: { CALLS_PER_MINUTE: '0', MAX_FILE_BYTES: '2000000', MAX_RESPONSE_BYTES: '100000' },
})
const { upload, content, read } = createFiles(gateway.url)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const call = (body: object, token = tokenOf('acme')) => gateway.call('acme', 'shop', body, { token })
const send = async (bytes: Uint8Array, headers = {}): Promise<string> =>
  (await upload(bytes, { 'content-type': 'image/png', ...headers })).body.data.file_id

describe('a call that names a file', () => {
  it('sends its bytes as the body, with its type and length', async () => {
    const bytes = randomBytes(300_000)
    const answer = await call({ action: 'put', id: '1', content: { file_id: await send(bytes) } })
    expect(answer).toMatchObject({ status: 201, body: { data: { id: 'thing' } } })
    expect(vendor.received.at(-1)).toMatchObject({
      method: 'PUT',
      path: '/things/1/content',
      type: 'image/png',
      length: '300000',
      sha256: sha256(bytes),
    })
  })

  it('sends it as a part of a form, beside others and beside files in base64', async () => {
    const file_id = await send(Buffer.from('first'), { 'x-file-name': 'a.png' })
    const inline = { media_type: 'text/plain', filename: 'b.txt', content: Buffer.from('second').toString('base64') }
    const { status } = await call({
      action: 'attach',
      id: '2',
      title: 'Both',
      picture: { file_id },
      more: [inline, { file_id }],
    })
    expect(status).toBe(201)
    const { text, type, length, bytes } = vendor.received.at(-1) ?? { text: '', type: '', length: '', bytes: 0 }
    expect(Number(length)).toBe(bytes)
    const form = await new Response(Buffer.from(text, 'latin1'), { headers: { 'content-type': type } }).formData()
    const shown = async (value: unknown) => value instanceof File && [value.name, value.type, await value.text()]
    expect(form.get('title')).toBe('Both')
    expect(await shown(form.get('picture'))).toEqual(['a.png', 'image/png', 'first'])
    expect(await Promise.all(form.getAll('more').map(shown))).toEqual([
      ['b.txt', expect.stringContaining('text/plain'), 'second'],
      ['a.png', 'image/png', 'first'],
    ])
  })

  it('sends it within JSON, in base64, with its name and type', async () => {
    const bytes = randomBytes(50_001)
    const file_id = await send(bytes, { 'x-file-name': 'a.png' })
    const inline = { media_type: 'text/plain', filename: 'b.txt', content: Buffer.from('second').toString('base64') }
    for (const [content, want] of [
      [{ file_id }, { filename: 'a.png', media_type: 'image/png', data: sha256(bytes) }],
      [inline, { filename: 'b.txt', media_type: 'text/plain', data: sha256(Buffer.from('second')) }],
    ] as const) {
      expect(await call({ action: 'embed', id: '2', content })).toMatchObject({ status: 201 })
      const {
        text,
        length,
        type,
        bytes: sent,
      } = vendor.received.at(-1) ?? { text: '{}', length: '', type: '', bytes: 0 }
      expect([type, Number(length)]).toEqual(['application/json', sent])
      const { data, ...others } = JSON.parse(text)
      expect({ ...others, data: sha256(Buffer.from(data.bytes, 'base64')) }).toEqual(want)
    }
  })

  it('shows in a dry run which file it would send, by its digest', async () => {
    const bytes = randomBytes(50_000)
    const file_id = await send(bytes)
    const before = vendor.received.length
    const { body } = await call({ action: 'attach', id: '3', title: 'Seen', picture: { file_id }, dry_run: true })
    expect(body.data.request.body).toContain('Seen')
    expect(body.data.request.body).toContain(`(file ${file_id}, 50000 bytes, sha256 ${sha256(bytes)})`)
    expect(vendor.received.length).toBe(before)
  })

  it.each([
    ['of nobody', async () => '01930000-0000-7000-8000-000000000000', 404, 'NOT_FOUND'],
    ['that is no id', async () => 'file-abc', 400, 'VALIDATION_ERROR'],
  ])('is refused for a file %s', async (_what, make, status, code) => {
    const before = vendor.received.length
    const answer = await call({ action: 'put', id: '1', content: { file_id: await make() } })
    expect(answer).toMatchObject({ status, body: { code } })
    expect(vendor.received.length).toBe(before)
  })

  it('is refused for a file of another token', async () => {
    const { token } = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })).body
    const file_id = await send(Buffer.from('mine'))
    const before = vendor.received.length
    const answer = await call({ action: 'put', id: '1', content: { file_id } }, token)
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(vendor.received.length).toBe(before)
  })

  it('is told in words how a file is named, where it names none', async () => {
    const answer = await call({ action: 'put', id: '1', content: { file_id: 'report.pdf' } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    expect(answer.body.error).toContain('must be the id of a file, like 0199')
    expect(answer.body.error).toContain('POST /api/v1/<tenant>/files')
  })

  it('that waits for approval shows the digest, keeps the file, and sends it', async () => {
    const bytes = randomBytes(1000)
    const file_id = await send(bytes)
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['shop:put'], approval_hours: 48 } })
    const { approval_id } = (await call({ action: 'put', id: 'asked', content: { file_id } })).body.data
    const shown = (await gateway.admin('GET', `/admin/approvals/${approval_id}`)).body
    expect(JSON.stringify(shown.request)).toContain(`sha256 ${sha256(bytes)}`)
    const { expires_at } = (await read(file_id)).body.data
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(48 * 3_600_000)
    await gateway.admin('POST', `/admin/approvals/${approval_id}/decision`, {
      decision: 'approve',
      digest: shown.digest,
    })
    await expect
      .poll(() => vendor.received.at(-1))
      .toMatchObject({ path: '/things/asked/content', sha256: sha256(bytes) })
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: null, approval_hours: null } })
  })
})

describe('an answer of bytes', () => {
  const big = randomBytes(1_500_000)

  it('becomes a file where its caller asks for one, however large, with a link for one download', async () => {
    vendor.content = () =>
      new Response(big, {
        headers: { 'content-type': 'application/pdf; x=y', 'content-disposition': 'attachment; filename="a b.pdf"' },
      })
    const { status, body } = await call({ action: 'download', id: '1', as_file: true })
    expect(status).toBe(200)
    const { file_id, url } = body.data
    expect(body).toMatchObject({ cache: 'BYPASS' })
    expect(body.data).toEqual({
      file_id,
      filename: 'a b.pdf',
      url: expect.stringMatching(new RegExp(`^${gateway.url}/files/[A-Za-z0-9_-]{43}$`)),
      bytes: 1_500_000,
      media_type: 'application/pdf',
      sha256: sha256(big),
      expires_at: expect.any(String),
    })
    expect(sha256(await (await content(file_id)).bytes())).toBe(sha256(big))
    const download = await fetch(url)
    expect(download.headers.get('content-disposition')).toContain('a%20b.pdf')
    expect(download.headers.get('content-security-policy')).toContain('sandbox')
    expect(sha256(await download.bytes())).toBe(sha256(big))
    expect((await fetch(url)).status).toBe(404)
    const { entries } = (await gateway.admin('GET', '/admin/audit?tenant=acme&action=download_file&limit=1')).body
    expect(entries[0]).toMatchObject({ action: 'download_file', key: `files/${file_id}`, outcome: 'ok' })
  })

  it('is handed on by its id, and passes nobody', async () => {
    vendor.content = () => new Response(big, { headers: { 'content-type': 'image/png' } })
    const { file_id } = (await call({ action: 'download', id: '1', as_file: true })).body.data
    await call({ action: 'put', id: '9', content: { file_id } })
    expect(vendor.received.at(-1)).toMatchObject({ path: '/things/9/content', sha256: sha256(big) })
  })

  it('that repeats the credential comes without it, also where pieces part it', async () => {
    vendor.content = () => {
      const pieces = ['x'.repeat(70_000), `${'y'.repeat(10)}${credential.slice(0, 9)}`, `${credential.slice(9)}z`]
      async function* inPieces() {
        for (const piece of pieces) {
          yield Buffer.from(piece)
          await Bun.sleep(5)
        }
      }
      return new Response(inPieces(), { headers: { 'content-type': 'text/plain' } })
    }
    const { file_id } = (await call({ action: 'download', id: '1', as_file: true })).body.data
    const text = await (await content(file_id)).text()
    expect(text).toBe(`${'x'.repeat(70_000)}${'y'.repeat(10)}[redacted]z`)
  })

  it.each([
    ['larger than files may be', () => new Response(randomBytes(2_000_001)), 413, 'PAYLOAD_TOO_LARGE'],
    ['an error', () => Response.json({ message: 'gone' }, { status: 410 }), 410, 'UPSTREAM_ERROR'],
  ])('that is %s makes no file', async (_what, answer, status, code) => {
    vendor.content = answer
    expect(await call({ action: 'download', id: '1', as_file: true })).toMatchObject({ status, body: { code } })
  })

  it('stays in the answer where nobody asks for a file', async () => {
    vendor.content = () => new Response('small', { headers: { 'content-type': 'text/plain' } })
    const { body } = await call({ action: 'download', id: 'small' })
    expect(body.data).toEqual({ media_type: 'text/plain', bytes: 5, content: Buffer.from('small').toString('base64') })
    expect((await call({ action: 'get', id: '1', as_file: true })).status).toBe(400)
  })
})

describe('a write that has requests before its own', () => {
  const upload = async (bytes: Uint8Array, more = {}) =>
    call({
      action: 'upload',
      id: '7',
      title: 'Plan',
      content: { file_id: await send(bytes, { 'x-file-name': 'a.png' }) },
      ...more,
    })
  const sentSince = (before: number) => vendor.received.slice(before).map(({ method, path }) => `${method} ${path}`)

  it('sends the bytes to the address that the vendor answers, without the credential, and then the write', async () => {
    const bytes = randomBytes(40_000)
    const before = vendor.received.length
    expect(await upload(bytes)).toMatchObject({ status: 201, body: { data: { id: 'thing' } } })
    expect(vendor.received.slice(before)).toMatchObject([
      { method: 'POST', path: '/uploads', key: credential, text: JSON.stringify({ name: 'a.png', length: 40_000 }) },
      { method: 'PUT', path: '/put/u1', search: '?ticket=a%2Fb', key: null, type: 'image/png', sha256: sha256(bytes) },
      {
        method: 'POST',
        path: '/things/7/uploaded',
        key: credential,
        text: JSON.stringify({ title: 'Plan', upload_id: 'u1' }),
      },
    ])
  })

  it('sends nothing in a dry run, which names the requests that would go before', async () => {
    const before = vendor.received.length
    const { body } = await upload(randomBytes(10), { dry_run: true })
    expect(body.data).toMatchObject({ sends: false, request: { body: JSON.stringify({ title: 'Plan' }) } })
    expect(body.data.completed_by).toEqual(['POST /uploads', 'PUT /put'])
    expect(sentSince(before)).toEqual([])
  })

  it.each([
    ['refuses the first', () => Response.json({ error: 'no' }, { status: 403 }), 403],
    ['names another host', () => Response.json({ upload_url: 'https://elsewhere.example.com/put/u1' }), 502],
  ])('is certainly not done where the vendor %s', async (_what, opened, status) => {
    const usual = vendor.opened
    vendor.opened = opened
    const before = vendor.received.length
    const answer = await upload(randomBytes(10))
    vendor.opened = usual
    expect(answer).toMatchObject({ status, body: { code: 'UPSTREAM_ERROR' } })
    expect(sentSince(before)).toEqual(['POST /uploads'])
    const { body } = await gateway.admin('GET', `/admin/calls/${answer.body.request_id}`)
    expect(body.calls[0].outcome).toBe('error')
  })
})
