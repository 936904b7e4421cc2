// Test lanes: long-on-mongodb, slow

import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { createFiles } from '../files/create-files.ts'
import { startShopGateway } from '../files/start-shop-gateway.ts'

const normal = await startShopGateway({})
const impatient = await startShopGateway({ env: { REQUEST_TIMEOUT_MS: '8000' } })
const { content } = createFiles(normal.gateway.url)

const large = randomBytes(40_000_000)
const configuration = (providers: object) => ({ name: 'A', status: 'active', providers })
const accounts = (...ids: string[]) => ({ accounts: ids.map((id) => ({ id, label: id })), default: ids[0] })

/** A tenant of its own whose token has made a link, and what ends it. */
const makeLink = async (tenant: string, bytes: Uint8Array<ArrayBuffer>, { gateway, vendor } = normal) => {
  await gateway.seed(tenant, { shop: 'a-token' })
  await gateway.admin('PUT', `/admin/tenants/${tenant}`, configuration({ shop: accounts('main', 'spare') }))
  vendor.content = () => new Response(bytes, { headers: { 'content-type': 'application/pdf' } })
  const body = { action: 'download', id: '1', as_file: true, account_id: 'main' }
  return (await gateway.call(tenant, 'shop', body)).body.data
}
const endings: readonly [what: string, end: (tenant: string) => Promise<unknown>][] = [
  [
    'the token is revoked',
    async (tenant) => {
      const [{ token_id }] = (await normal.gateway.admin('GET', `/admin/auth/${tenant}`)).body.tokens
      return normal.gateway.admin('DELETE', `/admin/auth/${tenant}/${token_id}`)
    },
  ],
  ['the tenant is deleted', (tenant) => normal.gateway.admin('DELETE', `/admin/tenants/${tenant}`)],
  [
    'the tenant is suspended',
    (tenant) => normal.gateway.admin('PATCH', `/admin/tenants/${tenant}`, { status: 'suspended' }),
  ],
  [
    'the account is removed',
    (tenant) =>
      normal.gateway.admin('PUT', `/admin/tenants/${tenant}?prune=true`, configuration({ shop: accounts('spare') })),
  ],
]

describe.each(endings)('once %s', (what, end) => {
  const tenant = what.replaceAll(' ', '-')

  test('its link leads nowhere', async () => {
    const { url } = await makeLink(tenant, Buffer.from('bytes'))
    await end(tenant)
    expect([403, 404]).toContain((await fetch(url)).status)
  })

  test.each(['by link', 'by handle'])('a download %s that is under way ends', async (how) => {
    const name = `${tenant}-${how.replace(' ', '-')}`
    const { url, file_id } = await makeLink(name, large)
    const response = how === 'by link' ? await fetch(url) : await content(file_id, tokenOf(name), name)
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    await end(name)
    let received = 0
    const readOn = async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
        received += next.value.length
    }
    await readOn().catch(() => undefined)
    expect(received).toBeLessThan(large.length - 1_000_000)
  })
})

test('a download that nobody reads is given up, and its link holds again', async () => {
  const { url } = await makeLink('stalled', large, impatient)
  const { pathname, port, host } = new URL(url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' }, () =>
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
  )
  socket.on('error', () => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.once('readable', resolve)
  await promise
  expect((await fetch(url)).status).toBe(404)
  await expect.poll(async () => (await (await fetch(url)).bytes()).length, { timeout: 40_000 }).toBe(large.length)
  socket.destroy()
})
