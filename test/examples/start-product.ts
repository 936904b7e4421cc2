/** The gateway and the vendors around a backend of `examples/`, and a way through everything that the backend does. */
import { expect } from 'vitest'
import { describeSteps, startVendors } from '../../examples/vendors/main.ts'
import { loadRegistry } from '../../server/registry.ts'
import { createBrowser } from '../connect/start-vendor.ts'
import { freePort } from '../free-port.ts'
import { startTestGateway } from '../gateway.ts'

/** The gateway, HubSpot and Google Drive as `examples/vendors` says to start them, and the environment of the backend. */
export const startProduct = async () => {
  const vendors = startVendors()
  const { crm, drive, uploads } = vendors
  const steps = describeSteps(vendors)
  const [port, secret] = [freePort(), `whsec_${Buffer.alloc(32, 7).toString('base64')}`]
  const gateway = await startTestGateway({
    domains: (await loadRegistry()).filter(({ provider }) => ['hubspot', 'google-drive'].includes(provider.id)),
    env: {
      PROVIDER_ORIGINS: /PROVIDER_ORIGINS='([^']+)'/.exec(steps)?.[1] ?? '',
      ALLOWED_PRIVATE_HOSTS: (/ALLOWED_PRIVATE_HOSTS=(\S+)/.exec(steps)?.[1] ?? '').replace(':4000', `:${port}`),
      WEBHOOK_URL: `http://127.0.0.1:${port}/patchbay`,
      WEBHOOK_SECRET: secret,
    },
  })
  const type = async (path: string) => {
    const [, method = '', body = ''] =
      new RegExp(`-X (\\w+) \\S+${path} [^']+'[^']+' \\\\\\s+-d '([^']+)'`).exec(steps) ?? []
    return gateway.admin(method, path, JSON.parse(body))
  }
  await type('/admin/apps/hubspot')
  await type('/admin/apps/google-drive')
  const key = await type('/admin/keys')
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const all = { 'x-user': 'ada', ...headers }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: all, ...(body && { body }) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    gateway,
    crm,
    drive,
    uploads,
    ask,
    env: { PATCHBAY_URL: gateway.url, PATCHBAY_KEY: key.body.key, WEBHOOK_SECRET: secret, PORT: String(port) },
    stop: () => Promise.all([gateway.stop(), crm.stop(), drive.stop()]),
  }
}

type Product = Awaited<ReturnType<typeof startProduct>>

const connect = async ({ gateway }: Product, url: string, provider?: string) => {
  const browser = createBrowser()
  const page = await browser.visit(url)
  expect(page.text).toContain('Initech')
  if (provider) await browser.visit(url, { proof: page.hidden.proof ?? '', provider })
  const question = await browser.goThrough(url)
  const allow = /href="([^"]+)">Allow</.exec(question.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { hidden } = await browser.visit(allow)
  const last = await browser.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision: 'connect' })
  expect([last.status, last.text]).toEqual([200, expect.any(String)])
}

/** A customer connects two accounts, calls, sends a file, meets each kind of error, and connects again. */
export const goThroughProduct = async (product: Product): Promise<void> => {
  const { ask, crm, drive, uploads } = product
  const upload = (key: string) => ask('POST', '/report', { 'idempotency-key': key }, 'name,email\n')
  const contacts = (limit: number) => ask('GET', `/contacts?limit=${limit}`)

  const first = await ask('POST', '/connect-link')
  await connect(product, first.body.url, 'hubspot')
  await expect.poll(async () => (await contacts(1)).status).toBe(200)
  expect(await contacts(0)).toMatchObject({ status: 400, body: { error: expect.stringContaining('/limit') } })

  const unconnected = await upload('a')
  expect(unconnected.status).toBe(409)
  await connect(product, unconnected.body.connect)
  await expect.poll(async () => (await upload('a')).status).toBe(201)
  expect(await upload('a')).toMatchObject({ status: 201, body: { file: { id: 'file-1' } } })
  expect(uploads).toHaveLength(1)

  drive.answerWith(500)
  expect(await upload('b')).toMatchObject({ status: 504, body: { error: expect.stringMatching(/^Look/) } })
  const sent = uploads.length
  expect((await upload('b')).status).toBe(504)
  expect(uploads).toHaveLength(sent)

  drive.answerWith(429)
  const refused = await upload('c')
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  await product.gateway.admin('PATCH', '/admin/tenants/cust-42', { options: { calls_per_minute: 1 } })
  let limited = await contacts(2)
  const again = async () => {
    limited = await contacts(2)
    return limited.status
  }
  await expect.poll(again).toBe(503)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  await product.gateway.admin('PATCH', '/admin/tenants/cust-42', { options: { calls_per_minute: null } })

  crm.answerWith(401)
  const broken = await contacts(3)
  expect(broken.status).toBe(409)
  crm.answerWith(200)
  await connect(product, broken.body.connect)
  await expect.poll(async () => (await contacts(3)).status).toBe(200)

  const forged = { 'webhook-id': 'a', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
  const event = JSON.stringify({ type: 'account.connected', data: { tenant: 'cust-1', metadata: { user: 'ada' } } })
  expect((await ask('POST', '/patchbay', { ...forged, 'webhook-signature': 'v1,AAAA' }, event)).status).toBe(400)
}
