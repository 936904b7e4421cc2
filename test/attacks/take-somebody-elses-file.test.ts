import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { createFiles } from '../files/create-files.ts'
import { startShopGateway } from '../files/start-shop-gateway.ts'
import { temporaryFolder } from '../gateway.ts'

const dataDir = temporaryFolder()
const { vendor, gateway } = await startShopGateway({
  env: { DATA_DIR: dataDir, CALLS_PER_MINUTE: '0', FAILED_LOGINS_PER_MINUTE: '3' },
})
const { upload, read, content, remove } = createFiles(gateway.url)
const secret = 'what nobody else may read'
const { file_id } = (await upload(Buffer.from(secret), { 'content-type': 'text/html' })).body.data

const makeLink = async (text: string): Promise<string> => {
  vendor.content = () => new Response(text, { headers: { 'content-type': 'text/html' } })
  const { body } = await gateway.call('acme', 'shop', { action: 'download', id: '1', as_file: true })
  return body.data.url
}

describe('a file of somebody else', () => {
  it.each(['acme', 'other'])('is nothing for another token of the tenant %s', async (tenant) => {
    await gateway.seed('other', { shop: 'a-token' })
    const made = await gateway.admin('POST', '/admin/auth', { tenant_id: tenant })
    const { token } = made.body
    const nothing = { status: 404, body: { code: 'NOT_FOUND' } }
    expect(await read(file_id, token, tenant)).toMatchObject(nothing)
    expect(await remove(file_id, token, tenant)).toMatchObject(nothing)
    expect((await content(file_id, token, tenant)).status).toBe(404)
    const sent = await gateway.call(tenant, 'shop', { action: 'put', id: '1', content: { file_id } }, { token })
    expect(sent).toMatchObject(nothing)
    expect(vendor.received).toEqual([])
    expect(await (await content(file_id)).text()).toBe(secret)
  })

  it.each(['', '/content'])('needs a token: GET …/files/<id>%s', async (path) => {
    const { status } = await fetch(`${gateway.url}/api/v1/acme/files/${file_id}${path}`)
    expect(status).toBe(401)
  })

  it('is no page that runs here', async () => {
    const { headers } = await content(file_id, tokenOf('acme'))
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    })
  })

  it('lies sealed on the disk', () => {
    const folder = join(dataDir, 'files')
    const [name = '', ...others] = readdirSync(folder)
    expect([name, others]).toEqual([file_id, []])
    expect(readFileSync(join(folder, name)).includes(secret)).toBe(false)
  })
})

describe('a link', () => {
  it('is for one download, also where two begin at once', async () => {
    const url = await makeLink('once')
    const both = await Promise.all([fetch(url), fetch(url)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  it('holds again where the download was broken off', async () => {
    const long = randomBytes(8_000_000).toString('hex')
    const url = await makeLink(long)
    const cut = await fetch(url)
    const reader = cut.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await expect.poll(async () => (await fetch(url)).text()).toBe(long)
    expect((await fetch(url)).status).toBe(404)
  })

  it('is not used up by a look at its head', async () => {
    const url = await makeLink('still there')
    expect((await fetch(url, { method: 'HEAD' })).status).not.toBe(200)
    expect(await (await fetch(url)).text()).toBe('still there')
  })

  it('that is guessed counts against its address', async () => {
    const guess = () => fetch(`${gateway.url}/files/${randomBytes(32).toString('base64url')}`)
    const answers = new Set<number>()
    for (let nth = 0; nth < 300 && !answers.has(429); nth++) answers.add((await guess()).status)
    expect([...answers]).toEqual([404, 429])
  })
})
