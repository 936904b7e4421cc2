// Test lanes: both-stores, long-on-mongodb

/** Grants that nobody uses are revoked at the vendor: a link begun twice, a page that was closed, a tenant that is gone. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startRevoking } from './start-revoking.ts'
import { createBrowser, startVendor } from './start-vendor.ts'

/** Runs before the vendor answers a code. */
let onCode: () => Promise<unknown> = async () => undefined
const vendor = startVendor({
  async grant({ access, refresh }) {
    await onCode()
    return Response.json({ access_token: access, refresh_token: refresh, token_type: 'bearer', expires_in: 3600 })
  },
})
const gateway = await startRevoking(vendor)
const { runJob } = gateway
afterAll(() => gateway.stop())
beforeEach(async () => {
  onCode = async () => undefined
  // Ends what the test before has left open.
  await gateway.admin('DELETE', '/admin/tenants/acme')
  await runJob()
  vendor.revoked.length = 0
  await gateway.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers: {} })
})
afterEach(() => vi.useRealTimers())

/** The refresh tokens that the vendor has given, the last one last. */
const given = (): string[] => [...vendor.tokens.keys()].map((access) => `refresh-${access}`)
const makeLink = async (provider = 'vendor'): Promise<{ url: string; connect_id: string }> =>
  (await gateway.admin('POST', '/admin/connect', { tenant_id: 'acme', provider, account_id: 'main' })).body
const question = 'Is this the right account?'
const confirm = (browser: ReturnType<typeof createBrowser>, hidden: Record<string, string>) =>
  browser.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision: 'connect' })

describe('an access that a vendor gave', () => {
  it('before the link was begun again is ended, and the later one is stored', async () => {
    const { url } = await makeLink()
    expect((await createBrowser().goThrough(url)).text).toContain(question)
    const [first] = given().slice(-1)
    const browser = createBrowser()
    const { hidden } = await browser.goThrough(url)
    await expect.poll(() => vendor.revoked).toContain(first)
    expect((await confirm(browser, hidden)).text).toContain('is connected')
    expect(vendor.revoked).not.toContain(given().at(-1))
  })

  it('while the link was begun again is ended', async () => {
    const { url } = await makeLink()
    const other = createBrowser()
    onCode = async () => {
      onCode = async () => undefined
      await other.goThrough(url)
    }
    const page = await createBrowser().goThrough(url)
    expect([page.status, page.text]).toEqual([409, expect.stringContaining('was opened again in the meantime')])
    const [first] = given().slice(-2)
    await expect.poll(() => vendor.revoked).toContain(first)
  })

  it('to a page that was closed is ended by the job, and the link says why', async () => {
    const { url, connect_id } = await makeLink()
    await createBrowser().goThrough(url)
    expect(await runJob()).toMatchObject({ abandoned: 0, ended: 0 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    expect(await runJob()).toMatchObject({ abandoned: 1, ended: 1 })
    expect(vendor.revoked).toContain(given().at(-1))
    expect((await gateway.admin('GET', `/admin/connect/${connect_id}`)).body).toMatchObject({
      status: 'failed',
      reason: 'Nobody confirmed in time that the account is the right one',
    })
    expect(await runJob()).toMatchObject({ abandoned: 0, ended: 0 })
  })

  it('for a tenant that is deleted during the question is ended', async () => {
    const { url } = await makeLink()
    const browser = createBrowser()
    const { hidden } = await browser.goThrough(url)
    await gateway.admin('DELETE', '/admin/tenants/acme')
    await expect.poll(() => vendor.revoked).toContain(given().at(-1))
    expect((await confirm(browser, hidden)).status).toBe(403)
  })

  it('for a tenant that is deleted during the exchange is ended', async () => {
    const { url } = await makeLink()
    onCode = () => gateway.admin('DELETE', '/admin/tenants/acme')
    const page = await createBrowser().goThrough(url)
    expect(page.status).toBe(409)
    await expect.poll(() => vendor.revoked).toContain(given().at(-1))
  })

  it('for a tenant whose deletion is refused stays as it is', async () => {
    const { url } = await makeLink()
    const browser = createBrowser()
    const { hidden } = await browser.goThrough(url)
    const stale = await gateway.admin('DELETE', '/admin/tenants/acme', undefined, { 'if-match': '"another"' })
    expect(stale.status).toBe(412)
    expect((await confirm(browser, hidden)).text).toContain('is connected')
    expect(vendor.revoked).not.toContain(given().at(-1))
  })

  it('is kept until the next try is over, where the vendor would end that one, too', async () => {
    vendor.as('grace@example.com')
    const { url } = await makeLink('whole')
    await createBrowser().goThrough(url)
    const browser = createBrowser()
    const { hidden } = await browser.goThrough(url)
    expect(await runJob()).toMatchObject({ ended: 0, kept: 0 })
    await confirm(browser, hidden)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_201_000 })
    expect(await runJob()).toMatchObject({ ended: 0, kept: 1 })
    expect(vendor.revoked).not.toContain(given().at(-1))
  })
})
