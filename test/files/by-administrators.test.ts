// Test lanes: both-stores, long-on-mongodb

import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { answered } from '../client.ts'
import { createFiles } from './create-files.ts'
import { startShopGateway } from './start-shop-gateway.ts'

const { vendor, gateway } = await startShopGateway({
  env: { CALLS_PER_MINUTE: '0', MAX_FILE_BYTES: '2000000' },
})
const { content, read } = createFiles(gateway.url)
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const send = async (
  body: Uint8Array | AsyncIterable<Uint8Array>,
  headers = {},
  key = gateway.adminKey,
  tenant = 'acme',
) =>
  answered(
    await fetch(`${gateway.url}/admin/files/${tenant}`, {
      method: 'POST',
      headers: { 'x-admin-key': key, ...headers },
      body: body as Uint8Array<ArrayBuffer>,
    }),
  )
const call = async (action: string, params: object, headers = {}) => {
  const call = { tenant_id: 'acme', provider: 'shop', action, params }
  return (await gateway.admin('POST', '/admin/calls', call, headers)).body
}
const makeKey = async (role: string, more = {}): Promise<string> =>
  (await gateway.admin('POST', '/admin/keys', { name: `a ${role}`, role, ...more })).body.key

describe('a file that an administrator sends', () => {
  it("is what the administrator's call of an action takes, with its name and type", async () => {
    const bytes = randomBytes(300_000)
    const sent = await send(bytes, { 'content-type': 'image/png', 'x-file-name': 'a%20picture.png' })
    expect(sent).toMatchObject({
      status: 201,
      body: { filename: 'a picture.png', bytes: 300_000, media_type: 'image/png', sha256: digest(bytes) },
    })
    const { file_id } = sent.body
    expect(await call('put', { id: '1', content: { file_id } })).toMatchObject({ status: 201 })
    expect(vendor.received.at(-1)).toMatchObject({ type: 'image/png', length: '300000', sha256: digest(bytes) })
    const { files } = (await gateway.admin('GET', '/admin/files/acme')).body
    expect(files).toContainEqual(sent.body)
    const { entries } = (await gateway.admin('GET', '/admin/audit?action=put_tenant_file&limit=1')).body
    expect(entries).toMatchObject([{ key: `files/acme/${file_id}`, tenant: 'acme', token_id: sent.body.token_id }])
  })

  it('is nothing for another administrator, nor for a token of the tenant', async () => {
    const { file_id } = (await send(Buffer.from('mine'))).body
    const key = await makeKey('operator')
    const before = vendor.received.length
    const asAnother = await call('put', { id: '1', content: { file_id } }, { 'x-admin-key': key })
    expect(asAnother).toMatchObject({ status: 404, answer: { code: 'NOT_FOUND' } })
    expect(vendor.received.length).toBe(before)
    expect((await read(file_id)).status).toBe(404)
    expect((await content(file_id)).status).toBe(404)
  })

  it('of another tenant is nothing for a call', async () => {
    await gateway.seed('other', { shop: 'a-token' })
    const { file_id } = (await send(Buffer.from('theirs'), {}, gateway.adminKey, 'other')).body
    expect(await call('put', { id: '1', content: { file_id } })).toMatchObject({ status: 404 })
  })

  it('is refused when it is too large, whether or not it says so', async () => {
    const large = randomBytes(2_000_001)
    async function* inPieces() {
      for (let at = 0; at < large.length; at += 100_000) yield large.subarray(at, at + 100_000)
    }
    for (const body of [large, inPieces()])
      expect(await send(body)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
  })

  it.each([
    ['a viewer', () => makeKey('viewer')],
    ["a tenant's backend", () => makeKey('linker', { tenants: ['acme'] })],
  ])('is not taken from %s', async (_who, make) => {
    expect(await send(Buffer.from('x'), {}, await make())).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })

  it.each([
    ['an unknown tenant', 'nobody', 'TENANT_NOT_FOUND'],
    ['a suspended tenant', 'asleep', 'TENANT_SUSPENDED'],
  ])('is not kept for %s', async (_what, tenant, code) => {
    await gateway.admin('PUT', '/admin/tenants/asleep', { name: 'Asleep', status: 'suspended', providers: {} })
    expect((await send(Buffer.from('x'), {}, gateway.adminKey, tenant)).body.code).toBe(code)
  })

  it.each([
    ['a name with a slash', { 'x-file-name': 'a/b' }],
    ['a wrong media type', { 'content-type': 'image' }],
    ['compressed bytes', { 'content-encoding': 'gzip' }],
  ])('is refused with %s', async (_what, headers) => {
    expect((await send(Buffer.from('x'), headers)).body.code).toBe('VALIDATION_ERROR')
  })
})

it("an administrator's call makes a file of an answer, whose link gives the bytes once", async () => {
  const bytes = randomBytes(100_000)
  vendor.content = () => new Response(bytes, { headers: { 'content-type': 'image/png' } })
  const { answer } = await call('download', { id: '1', as_file: true })
  expect(answer.data).toMatchObject({ bytes: 100_000, media_type: 'image/png', sha256: digest(bytes) })
  expect(digest(await (await fetch(answer.data.url)).bytes())).toBe(digest(bytes))
  expect((await fetch(answer.data.url)).status).toBe(404)
})
