// Test lanes: both-stores, long-on-mongodb

/** Who has a link that makes a new customer must not get into the customer that another link, or an administrator, has made by then. */
import { apiKey } from '@patchbay/core/provider'
import { afterAll, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { createBrowser, startVendor } from '../connect/start-vendor.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'

const vendor = startVendor()
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const auth = apiKey({ header: 'Authorization', prefix: 'Bearer ' })
const gateway = await startTestGateway({
  domains: ['crm', 'shop'].map((id) => domainOf(variant(id, { auth, probe }))),
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ crm: vendor.origin, shop: vendor.origin }),
    ALLOWED_PRIVATE_HOSTS: vendor.host,
    CALLS_PER_MINUTE: '0',
  },
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})

let made = 0
const newTenant = (): string => `cust-${++made}`
const keyOf = (person: string): string => {
  const secret = `key-${crypto.randomUUID()}`
  vendor.tokens.set(secret, person)
  return secret
}
const linkFor = async (tenant: string, changes: object = {}) => {
  const body = { tenant_id: tenant, create_tenant: { name: 'New' }, provider: 'crm', account_id: 'main', ...changes }
  const answer = await gateway.admin('POST', '/admin/connect', body)
  expect(answer.status).toBe(201)
  return answer.body as { readonly connect_id: string; readonly url: string }
}
type Browser = ReturnType<typeof createBrowser>
/** Goes through a link with a key of the person, up to the question. */
const askedAs = async (browser: Browser, { url }: { readonly url: string }, person: string) => {
  const page = await browser.visit(url)
  return browser.visit(url, { ...page.hidden, secret: keyOf(person) })
}
const confirm = (browser: Browser, hidden: Record<string, string>) =>
  browser.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision: 'connect' })
const connectAs = async (link: { readonly url: string }, person: string) => {
  const browser = createBrowser()
  return confirm(browser, (await askedAs(browser, link, person)).hidden)
}
/** Who is at the vendor for calls of the tenant. */
const ownerOf = async (tenant: string) => {
  const token = `token-of-${tenant}-${++made}-for-a-test`
  await gateway.admin('POST', '/admin/auth', { tenant_id: tenant, token })
  return (await gateway.call(tenant, 'crm', { action: 'get', id: '1' }, { token })).body.data?.email
}
const lastEntry = async (tenant: string) =>
  (await gateway.admin('GET', `/admin/audit?tenant=${tenant}&action=connect_account&limit=1`)).body.entries[0]
const statusOf = async ({ connect_id }: { readonly connect_id: string }) =>
  (await gateway.admin('GET', `/admin/connect/${connect_id}`)).body

it.each(['crm', 'shop'])('of two links for one new customer the second adds nothing of %s', async (provider) => {
  const tenant = newTenant()
  const [first, second] = [await linkFor(tenant), await linkFor(tenant, { provider })]
  expect((await connectAs(first, 'alice@example.com')).status).toBe(200)
  const page = await createBrowser().visit(second.url)
  expect([page.status, page.text]).toEqual([409, expect.stringContaining('made by something else than this link')])
  const { providers } = (await gateway.admin('GET', `/admin/tenants/${tenant}`)).body
  expect(Object.keys(providers)).toEqual(['crm'])
  expect(await ownerOf(tenant)).toBe('alice@example.com')
})

it('who is asked already when the customer is made connects nothing, and the log says so', async () => {
  const tenant = newTenant()
  const [first, second] = [await linkFor(tenant), await linkFor(tenant)]
  const mallory = createBrowser()
  const asked = await askedAs(mallory, second, 'mallory@example.com')
  await connectAs(first, 'alice@example.com')
  const refused = await confirm(mallory, asked.hidden)
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('made by something else than this link'),
  ])
  expect(await ownerOf(tenant)).toBe('alice@example.com')
  expect(await lastEntry(tenant)).toMatchObject({ outcome: 'error', code: 'CONFLICT', status: 409 })
  expect(await statusOf(second)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('made by something'),
  })
})

it('of two who confirm at the same moment one makes the customer, and nobody’s credential is replaced', async () => {
  const tenant = newTenant()
  const links = [await linkFor(tenant), await linkFor(tenant)]
  const people = ['alice@example.com', 'bob@example.com']
  const asked = await Promise.all(
    links.map(async (link, n) => {
      const browser = createBrowser()
      return { browser, hidden: (await askedAs(browser, link, people[n] ?? '')).hidden }
    }),
  )
  const answers = await Promise.all(asked.map(({ browser, hidden }) => confirm(browser, hidden)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const winner = people[answers.findIndex(({ status }) => status === 200)]
  expect(await ownerOf(tenant)).toBe(winner)
})

it('a customer that an administrator made meanwhile stays as it is', async () => {
  const tenant = newTenant()
  const link = await linkFor(tenant)
  const browser = createBrowser()
  const asked = await askedAs(browser, link, 'mallory@example.com')
  await gateway.seed(tenant, { crm: keyOf('alice@example.com') })
  expect((await confirm(browser, asked.hidden)).status).toBe(409)
  expect((await createBrowser().visit(link.url)).status).toBe(409)
  expect(await ownerOf(tenant)).toBe('alice@example.com')
})

it('a link of a customer that was deleted ends with it, also where the customer is made again', async () => {
  const tenant = newTenant()
  const [first, second] = [await linkFor(tenant), await linkFor(tenant)]
  const mallory = createBrowser()
  const asked = await askedAs(mallory, second, 'mallory@example.com')
  await connectAs(first, 'alice@example.com')
  await gateway.admin('DELETE', `/admin/tenants/${tenant}`)
  expect((await confirm(mallory, asked.hidden)).status).toBe(403)
  expect((await createBrowser().visit(second.url)).status).toBe(404)
  await connectAs(await linkFor(tenant), 'carol@example.com')
  expect((await confirm(mallory, asked.hidden)).status).toBe(403)
  expect(await ownerOf(tenant)).toBe('carol@example.com')
})

it('two browsers with one link: the last that began makes the customer, and a second click shows its page again', async () => {
  const tenant = newTenant()
  const link = await linkFor(tenant)
  const [early, late] = [createBrowser(), createBrowser()]
  const overtaken = await askedAs(early, link, 'mallory@example.com')
  const asked = await askedAs(late, link, 'alice@example.com')
  expect((await confirm(early, overtaken.hidden)).status).toBe(403)
  expect((await confirm(late, asked.hidden)).status).toBe(200)
  expect((await confirm(late, asked.hidden)).status).toBe(200)
  expect(await ownerOf(tenant)).toBe('alice@example.com')
})
