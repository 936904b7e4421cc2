// Test lanes: both-stores, long-on-mongodb

import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { createFiles } from '../files/create-files.ts'
import { startShopGateway } from '../files/start-shop-gateway.ts'

const { gateway, vendor } = await startShopGateway({ env: { MAX_FILES_BYTES_PER_TENANT: '20000000' } })
const files = createFiles(gateway.url)
await gateway.seed('other', { shop: 'a-token' })

/** Sends one byte, and the rest when `end` is called. */
const beginUpload = (to = files, token = tokenOf('acme'), tenant = 'acme') => {
  const { promise, resolve } = Promise.withResolvers<void>()
  async function* slowly() {
    yield Buffer.from('x')
    await promise
  }
  return { end: resolve, done: to.upload(slowly(), {}, token, tenant) }
}
const listFiles = async (tenant = 'acme') => (await gateway.admin('GET', `/admin/files/${tenant}`)).body.files

describe('uploads that announce no length', () => {
  test('take room as their bytes come: 15 of one byte leave room for others, and are seen as unfinished', async () => {
    const uploads = Array.from({ length: 15 }, () => beginUpload())
    onTestFinished(() => {
      for (const { end } of uploads) end()
    })
    await expect.poll(() => listFiles()).toHaveLength(15)
    for (const file of await listFiles()) expect(file).toMatchObject({ unfinished: true, sha256: null })
    const [{ file_id }] = await listFiles()
    const begun = await files.read(file_id)
    expect(begun).toMatchObject({ status: 200, body: { data: { file_id, unfinished: true } } })
    expect(begun.body.data.sha256).toBeUndefined()
    expect(await (await files.content(file_id)).json()).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect((await files.upload(randomBytes(2_000_000))).status).toBe(201)
    for (const { end } of uploads) end()
    const ended = await Promise.all(uploads.map(({ done }) => done))
    expect(ended.map(({ status, body }) => [status, body.data.bytes])).toEqual(Array(15).fill([201, 1]))
    for (const file of await listFiles()) await files.remove(file.file_id)
  })

  test('end where the file is removed meanwhile, or the tenant has no more room', async () => {
    const { end, done } = beginUpload()
    await expect.poll(() => listFiles()).toHaveLength(1)
    const [{ file_id }] = await listFiles()
    expect((await files.remove(file_id)).status).toBe(200)
    end()
    expect(await done).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    async function* endless() {
      for (let nth = 0; nth < 50; nth++) yield Buffer.alloc(1_000_000)
    }
    expect(await files.upload(endless())).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED', retry_after: 60 },
    })
    expect(await listFiles()).toEqual([])
  })
})

const refusal = {
  status: 503,
  body: { code: 'UNAVAILABLE', retry_after: 60, error: expect.stringContaining('takes no files at the moment') },
}

test('all tenants together fill no more than MAX_FILES_BYTES, and there is room again once files are removed', async () => {
  const small = await startShopGateway({ env: { MAX_FILES_BYTES: '3000000' } })
  const own = createFiles(small.gateway.url)
  await small.gateway.seed('other', { shop: 'a-token' })
  const { file_id } = (await own.upload(randomBytes(2_500_000))).body.data
  const send = async () => {
    const sent = await own.upload(randomBytes(600_000), {}, tokenOf('other'), 'other')
    if (sent.status === 201) await own.remove(sent.body.data.file_id, tokenOf('other'), 'other')
    return sent
  }
  // The sum of all is at most 5 s old.
  await expect.poll(send, { timeout: 15_000, interval: 500 }).toMatchObject(refusal)
  await own.remove(file_id)
  await expect.poll(async () => (await send()).status, { timeout: 15_000, interval: 500 }).toBe(201)
})

test('no file is taken while the disk is nearly full, and everything else works', async () => {
  const full = await startShopGateway({ env: { MIN_FREE_BYTES: String(2 ** 49) } })
  const own = createFiles(full.gateway.url)
  expect(await own.upload(Buffer.from('x'))).toMatchObject(refusal)
  full.vendor.content = () => new Response('bytes', { headers: { 'content-type': 'application/pdf' } })
  const asFile = { action: 'download', id: '1', as_file: true }
  expect(await full.gateway.call('acme', 'shop', asFile)).toMatchObject(refusal)
  expect((await full.gateway.call('acme', 'shop', { action: 'download', id: '1' })).status).toBe(200)
  expect((await full.gateway.send('GET', '/health', {})).status).toBe(200)
  expect((await full.gateway.admin('GET', '/admin/files/acme')).body.files).toEqual([])
})

describe('a token', () => {
  const makeToken = async (allow: readonly string[]) =>
    (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', allow })).body.token

  test('that may write nothing sends no file', async () => {
    const token = await makeToken(['shop:read'])
    const sent = await files.upload(Buffer.from('x'), {}, token)
    expect(sent).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', error: expect.stringContaining('no write') } })
    expect(await listFiles()).toEqual([])
    const { body } = await gateway.admin('GET', '/admin/audit?action=put_file&limit=1')
    expect(body.entries).toMatchObject([{ outcome: 'error', code: 'FORBIDDEN' }])
  })

  test.each([[['shop:put']], [['shop:write']], [['*:*']]])('that may write something does: %s', async (allow) => {
    const { status, body } = await files.upload(Buffer.from('x'), {}, await makeToken(allow))
    expect(status).toBe(201)
    await gateway.admin('DELETE', `/admin/files/acme/${body.data.file_id}`)
  })

  test('reads no file whose action it may no longer call, nor sends it elsewhere', async () => {
    vendor.content = () => new Response('bytes', { headers: { 'content-type': 'application/pdf' } })
    const token = await makeToken(['shop:download', 'shop:put'])
    const { body } = await gateway.call('acme', 'shop', { action: 'download', id: '1', as_file: true }, { token })
    const { file_id, url } = body.data
    expect(await (await files.content(file_id, token)).text()).toBe('bytes')
    const { tokens } = (await gateway.admin('GET', '/admin/auth/acme')).body
    const { token_id } = tokens.find(({ allow }: { allow: string[] | null }) => allow?.includes('shop:download'))
    await gateway.admin('PATCH', `/admin/auth/acme/${token_id}`, { allow: ['shop:put'] })
    const forbidden = { status: 403, code: 'FORBIDDEN' }
    expect(await (await files.content(file_id, token)).json()).toMatchObject(forbidden)
    expect(await (await fetch(url)).json()).toMatchObject(forbidden)
    const sent = await gateway.call('acme', 'shop', { action: 'put', id: '1', content: { file_id } }, { token })
    expect(sent).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(vendor.received).toEqual([])
    expect((await files.remove(file_id, token)).status).toBe(200)
  })
})
