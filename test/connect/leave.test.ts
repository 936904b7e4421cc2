import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startRevoking } from './start-revoking.ts'
import { createBrowser, startVendor } from './start-vendor.ts'

const vendor = startVendor()
const gateway = await startRevoking(vendor)
const { runJob } = gateway
afterAll(() => gateway.stop())
beforeEach(() => {
  vendor.revoked.length = 0
  vendor.answerRevocations(200)
})

const confirmed = async (url: string, decision = 'connect') => {
  const browser = createBrowser()
  const { hidden } = await browser.goThrough(url)
  return browser.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision })
}
const linkTo = async (tenant: string, provider: string, account: string): Promise<string> => {
  const body = { tenant_id: tenant, provider, account_id: account }
  return (await gateway.admin('POST', '/admin/connect', body)).body.url
}
/** Connects accounts, each written `provider/account`; the refresh tokens that the vendor gave for them. */
const connect = async (tenant: string, ...accounts: readonly string[]): Promise<string[]> => {
  await gateway.admin('PUT', `/admin/tenants/${tenant}`, { name: tenant, status: 'active', providers: {} })
  const given: string[] = []
  for (const path of accounts) {
    const [provider = '', account = ''] = path.split('/')
    await confirmed(await linkTo(tenant, provider, account))
    given.push(`refresh-${[...vendor.tokens.keys()].at(-1)}`)
  }
  return given
}
const audited = async (tenant: string) => {
  const { entries } = (await gateway.admin('GET', `/admin/audit?action=revoke_access&tenant=${tenant}`)).body
  return entries.map(({ key, outcome, reason }: Record<string, unknown>) => [key, outcome, reason])
}

describe('an account that is removed', () => {
  it('by itself: its refresh token is ended at the vendor, which the audit log tells', async () => {
    const given = await connect('acme', 'vendor/main')
    expect((await gateway.admin('DELETE', '/admin/tokens/acme/vendor/main')).status).toBe(204)
    await expect.poll(() => audited('acme')).toEqual([['tokens/acme/vendor/main', 'ok', null]])
    expect(vendor.revoked).toEqual(given)
  })

  it('from its tenant’s configuration, or with the tenant and its own application', async () => {
    const given = await connect('globex', 'vendor/a', 'vendor/b')
    await gateway.admin('PUT', '/admin/apps/vendor/globex', gateway.revocable)
    const providers = { vendor: { accounts: [{ id: 'b', label: 'B' }], default: 'b' } }
    const patch = { providers: { vendor: providers.vendor } }
    expect((await gateway.admin('PATCH', '/admin/tenants/globex', patch)).status).toBe(409)
    expect(vendor.revoked).toEqual([])
    await gateway.admin('PATCH', '/admin/tenants/globex?prune=true', patch)
    await expect.poll(() => vendor.revoked).toEqual(given.slice(0, 1))
    await gateway.admin('DELETE', '/admin/tenants/globex')
    await expect.poll(() => vendor.revoked).toEqual(given)
    await expect.poll(async () => (await audited('globex')).length).toBe(2)
  })

  it('leaves nothing to do where the vendor has no way, or where its token was stored by hand', async () => {
    await connect('initech', 'endless/main', 'vendor/main')
    await gateway.admin('DELETE', '/admin/tokens/initech/vendor/main')
    await expect.poll(() => vendor.revoked).toHaveLength(1)
    const providers = { vendor: { accounts: [{ id: 'hand', label: 'By hand' }] } }
    await gateway.admin('PATCH', '/admin/tenants/initech?prune=true', { providers })
    await gateway.admin('PUT', '/admin/tokens/initech/vendor/hand', { access_token: 'by-hand' })
    await gateway.admin('DELETE', '/admin/tokens/initech/vendor/hand')
    await gateway.admin('DELETE', '/admin/tokens/initech/endless/main')
    expect(await runJob()).toMatchObject({ abandoned: 0, ended: 0, kept: 0, failed: 0 })
    expect(vendor.revoked).toHaveLength(1)
  })

  it('is gone at once where the vendor is down, and each failure is audited', async () => {
    await connect('umbrella', 'vendor/down', 'vendor/refused')
    vendor.answerRevocations(503)
    expect((await gateway.admin('DELETE', '/admin/tokens/umbrella/vendor/down')).status).toBe(204)
    const key = 'tokens/umbrella/vendor'
    const down = [`${key}/down`, 'error', 'the vendor answered 503']
    await expect.poll(() => audited('umbrella')).toEqual([down])
    vendor.answerRevocations(400)
    await gateway.admin('DELETE', '/admin/tokens/umbrella/vendor/refused')
    await expect.poll(() => audited('umbrella')).toEqual([[`${key}/refused`, 'error', 'the vendor answered 400'], down])
    expect((await gateway.admin('GET', '/admin/tokens/umbrella/vendor/down')).status).toBe(404)
    const { text } = await gateway.admin('GET', '/admin/audit?tenant=umbrella')
    expect(text).not.toMatch(/refresh-access-|the-app-secret/)
  })

  it('keeps the others of the same person, where the vendor would end them all', async () => {
    vendor.as('grace@example.com')
    const [first = ''] = await connect('hooli', 'whole/main')
    const [second = ''] = await connect('hooli-two', 'whole/main')
    await gateway.admin('DELETE', '/admin/tenants/hooli')
    const kept = 'another account of the same person is connected, and the vendor would revoke both'
    await expect.poll(() => audited('hooli')).toEqual([['tokens/hooli/whole/main', 'ok', kept]])
    expect(vendor.revoked).toEqual([])
    await gateway.admin('DELETE', '/admin/tenants/hooli-two')
    await expect.poll(() => vendor.revoked).toEqual([second])
    expect(first).not.toBe(second)
  })

  it('keeps them in another provider of the same vendor, too', async () => {
    vendor.as('hedy@example.com')
    await connect('wayne', 'whole/main')
    const [other = ''] = await connect('wayne-two', 'sister/main')
    await gateway.admin('DELETE', '/admin/tenants/wayne')
    await expect
      .poll(() => audited('wayne'))
      .toMatchObject([['tokens/wayne/whole/main', 'ok', expect.stringMatching(/^another account/)]])
    expect(vendor.revoked).toEqual([])
    await gateway.admin('DELETE', '/admin/tenants/wayne-two')
    await expect.poll(() => vendor.revoked).toEqual([other])
  })
})

it('what the vendor gave is ended where the account can’t be used, as its probe fails', async () => {
  await connect('wayne')
  vendor.behave({ apiStatus: 500 })
  const page = await createBrowser().goThrough(await linkTo('wayne', 'vendor', 'main'))
  vendor.behave({})
  expect(page.text).toContain('could not check this access (500)')
  await expect.poll(() => vendor.revoked).toEqual([`refresh-${[...vendor.tokens.keys()].at(-1)}`])
})

it('what a person doesn’t want is ended, and what the account had stays', async () => {
  vendor.as('ada@example.com')
  await connect('stark', 'vendor/main')
  vendor.as('eve@example.com')
  const url = await linkTo('stark', 'vendor', 'main')
  expect((await confirmed(url, 'cancel')).location).toBe(url)
  const given = `refresh-${[...vendor.tokens.keys()].at(-1)}`
  await expect.poll(() => vendor.revoked).toEqual([given])
  expect((await gateway.admin('GET', '/admin/tokens/stark/vendor/main')).body.state).toBe('valid')
})

it('what nobody had confirmed is ended with the link, by the administrator who ends it', async () => {
  await connect('cyberdyne')
  const body = { tenant_id: 'cyberdyne', provider: 'vendor', account_id: 'main' }
  const { connect_id, url } = (await gateway.admin('POST', '/admin/connect', body)).body
  await createBrowser().goThrough(url)
  expect((await gateway.admin('DELETE', `/admin/connect/${connect_id}`)).status).toBe(204)
  await expect.poll(() => vendor.revoked).toEqual([`refresh-${[...vendor.tokens.keys()].at(-1)}`])
})
