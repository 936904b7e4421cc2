/** The backend of docs/let-customers-connect.md, as the page shows it, against a vendor on loopback. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import hubspot from '../../providers/hubspot/index.ts'
import stripe from '../../providers/stripe/index.ts'
import { createBrowser, startVendor } from '../connect/start-vendor.ts'
import { asHubspot } from '../connect/vendors/hubspot.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { readPage, root } from './pages.ts'

interface Connection {
  readonly tenant: string
  readonly provider: string
  readonly token: string
  readonly isBroken: boolean
}

/** What the page's code exports. */
interface Backend {
  connectPage(customer: { id: string; name: string; user: string }): Promise<string>
  onWebhook(
    request: Request,
    load: (user: string) => Promise<Connection | undefined>,
    save: (user: string, connection: Connection) => Promise<void>,
  ): Promise<Response>
  // biome-ignore lint/suspicious/noExplicitAny: the answer is read by its members
  call(connection: Connection, body: object): Promise<{ status: number; body: any }>
}

const [, code = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(readPage('docs/let-customers-connect.md')) ?? []

const vendor = startVendor(asHubspot(() => 200))
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const connections = new Map<string, Connection>()
let backend: Backend | undefined
const product = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) =>
    backend?.onWebhook(
      request,
      async (user) => connections.get(user),
      async (user, connection) => void connections.set(user, connection),
    ) ?? new Response(null, { status: 503 }),
})
const gateway = await startTestGateway({
  domains: [hubspot, stripe].map(domainOf),
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }),
    ALLOWED_PRIVATE_HOSTS: `${vendor.host},127.0.0.1:${product.port}`,
    WEBHOOK_URL: `http://127.0.0.1:${product.port}/patchbay`,
    WEBHOOK_SECRET: secret,
  },
})
// Beside the tests' own code, so that the packages of the repository are found.
mkdirSync(join(root, 'test-results'), { recursive: true })
const folder = mkdtempSync(join(root, 'test-results/backend-'))
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
  await product.stop(true)
  rmSync(folder, { recursive: true })
})

test('fits on a screen or two', () => {
  expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(50)
})

test('connects a new customer, calls in their account, and learns that the account broke and works again', async () => {
  await gateway.admin('PUT', '/admin/apps/hubspot', {
    client_id: vendor.app.id,
    client_secret: vendor.app.secret,
    authorize_url: `${vendor.origin}/authorize`,
    token_url: `${vendor.origin}/token`,
  })
  const key = await gateway.admin('POST', '/admin/keys', { name: 'Product', role: 'linker', tenants: ['cust-*'] })
  Object.assign(process.env, { PATCHBAY_URL: gateway.url, PATCHBAY_KEY: key.body.key, WEBHOOK_SECRET: secret })
  const file = join(folder, 'backend.ts')
  writeFileSync(file, code)
  const shown: Backend = await import(file)
  backend = shown
  for (const name of ['PATCHBAY_URL', 'PATCHBAY_KEY', 'WEBHOOK_SECRET']) delete process.env[name]

  const customer = { id: '42', name: 'Initech', user: '1042' }
  const connect = async () => {
    const url = await shown.connectPage(customer)
    const browser = createBrowser()
    const page = await browser.visit(url)
    expect(page.text).toContain('Initech')
    await browser.visit(url, { proof: page.hidden.proof ?? '', provider: 'hubspot' })
    const { hidden } = await browser.goThrough(url)
    await browser.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision: 'connect' })
  }
  await connect()
  await expect
    .poll(() => connections.get('1042'))
    .toMatchObject({ tenant: 'cust-42', provider: 'hubspot', isBroken: false })
  const connection = connections.get('1042') as Connection
  const search = { action: 'list', object_type: 'contacts' }
  expect(await shown.call(connection, search)).toMatchObject({ status: 200, body: { success: true } })

  // The customer takes the access away: the vendor knows neither token any more.
  vendor.tokens.clear()
  vendor.behave({ answer: 'error' })
  expect((await shown.call(connection, { ...search, limit: 2 })).status).toBe(401)
  await expect.poll(() => connections.get('1042')?.isBroken).toBe(true)
  vendor.behave({})
  await connect()
  await expect.poll(() => connections.get('1042')).toEqual({ ...connection, isBroken: false })
  expect((await shown.call(connection, { ...search, limit: 2 })).status).toBe(200)
})
