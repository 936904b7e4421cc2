// Test lanes: both-stores, long-on-mongodb, slow

/** A vendor whose sign-in gives access to a list of accounts, as Xero's organisations and Atlassian's sites are. */
import { basic, endpoint, oauth2, oneOf, optional, origin, Type } from '@patchbay/core/provider'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { createBrowser, startVendor } from './start-vendor.ts'

const acme = { id: 'org-1', name: 'Acme <Ltd>', kind: 'COMPANY' }
const globex = { id: 'org-2', name: 'Globex', kind: ['COMPANY', 'TRIAL'] }
const person = { id: 'org-3', name: 'Ada’s own', kind: 'PERSON' }

let listed: unknown
const vendor = startVendor({
  api: (email, path, headers) =>
    path === '/organisations' ? { all: listed } : { email, organisation: headers.get('x-organisation') },
})
const provider = variant('ledger', {
  title: 'Ledger',
  auth: oauth2({
    authorize: `${vendor.origin}/authorize`,
    token: `${vendor.origin}/token`,
    revoke: { url: `${vendor.origin}/revoke` },
    scopes: {},
    rotates: true,
    tells: {
      organisation: {
        read: `${vendor.origin}/organisations`,
        list: { at: '/all', label: '/name', only: { '/kind': 'COMPANY' } },
        answer: '/id',
      },
    },
  }),
  settings: { organisation: Type.String({ pattern: '^org-[0-9]$', maxLength: 10 }) },
  headers: { 'X-Version': '7', 'X-Organisation': '{settings.organisation}' },
  probe: { action: 'get', params: { id: '1' }, identity: '/organisation' },
})
/** As Jira: the sign-in tells an id for another origin, and keys want the name of a site. */
const sites = variant('sites', {
  title: 'Sites',
  auth: oneOf({
    oauth: oauth2({
      authorize: `${vendor.origin}/authorize`,
      token: `${vendor.origin}/token`,
      scopes: {},
      rotates: true,
      tells: { id: { read: `${vendor.origin}/organisations`, list: { at: '/all' }, answer: '/id' } },
    }),
    token: basic(),
  }),
  origin: { ...origin`https://${'site'}.example.com`, instead: endpoint`https://api.example.com/sites/${'id'}` },
  settings: optional({
    site: Type.String({ pattern: '^[a-z]+$', maxLength: 20 }),
    id: Type.String({ pattern: '^org-[0-9]$', maxLength: 10 }),
  }),
})
const gateway = await startTestGateway({
  domains: [domainOf(provider), domainOf(sites)],
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ ledger: vendor.origin, sites: vendor.origin }),
    ALLOWED_PRIVATE_HOSTS: vendor.host,
  },
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})
await gateway.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers: {} })
await gateway.admin('PUT', '/admin/apps/ledger', { client_id: vendor.app.id, client_secret: vendor.app.secret })
const token = 'acme-secret-token-1234'
await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token })
beforeEach(() => {
  listed = [acme, globex, person, acme]
  vendor.behave({})
})

let accounts = 0
const begin = async (changes: object = {}) => {
  const asked = { tenant_id: 'acme', provider: 'ledger', account_id: `account-${++accounts}`, ...changes }
  const { url, connect_id } = (await gateway.admin('POST', '/admin/connect', asked)).body
  const browser = createBrowser()
  const page = await browser.goThrough(url)
  const account = asked.account_id
  return {
    url,
    browser,
    page,
    account,
    answer: (fields: Record<string, string>, by = browser, proof = page.hidden) =>
      by.visit(`${gateway.url}/connect/confirm`, { ...proof, ...fields }),
    end: () => gateway.admin('DELETE', `/admin/connect/${connect_id}`),
    link: async () => (await gateway.admin('GET', `/admin/connect/${connect_id}`)).body,
    isStored: async () => (await gateway.admin('GET', `/admin/tokens/acme/ledger/${account}`)).status === 200,
    settings: async () =>
      (await gateway.admin('GET', '/admin/tenants/acme')).body.providers.ledger?.accounts.find(
        ({ id }: { id: string }) => id === account,
      )?.settings,
    call: () => gateway.call('acme', 'ledger', { action: 'get', id: '1', account_id: account }, { token }),
  }
}
const choice = (organisation: string) => ({ decision: 'choose', setting_organisation: organisation })
const question = 'Is this the right account?'

describe('a sign-in that gives access', () => {
  it('to one account of the kind takes it', async () => {
    listed = [person, acme]
    const { page, answer, settings, call } = await begin()
    expect(page.text).toContain(question)
    await answer({ decision: 'connect' })
    expect(await settings()).toEqual({ organisation: 'org-1' })
    expect((await call()).body.data).toEqual({ email: 'ada@example.com', organisation: 'org-1' })
  })

  it('to several asks which one is meant, before the question and before anything is stored', async () => {
    const { page, answer, settings, isStored, link, call } = await begin()
    expect(page.status).toBe(200)
    expect(page.text).not.toContain(question)
    expect(
      [...page.text.matchAll(/type="radio" name="setting_organisation" value="(.*?)"/g)].map(([, id]) => id),
    ).toEqual(['org-1', 'org-2'])
    expect(page.text).toContain('<bdi>Acme &lt;Ltd&gt;</bdi>')
    expect(page.text).not.toMatch(/access-|refresh-|the-app-secret|<script/)
    expect([await isStored(), await settings()]).toEqual([false, undefined])

    const asking = await answer(choice('org-2'))
    expect([asking.status, asking.text.includes(question), asking.text.includes('org-2')]).toEqual([200, true, true])
    expect(await isStored()).toBe(false)
    expect((await answer({ decision: 'connect' })).text).toContain('Ledger is connected')
    expect(await link()).toMatchObject({ status: 'connected', identity: 'org-2' })
    expect(await settings()).toEqual({ organisation: 'org-2' })
    expect((await call()).body.data).toMatchObject({ organisation: 'org-2' })
  })

  it('to several lets the person go back from the question, and shows what the account was before', async () => {
    const { answer, settings, account } = await begin()
    await answer(choice('org-1'))
    expect((await answer(choice('org-2'))).text).toContain(question)
    await answer({ decision: 'connect' })
    expect(await settings()).toEqual({ organisation: 'org-2' })
    const again = await begin({ account_id: account })
    expect(again.page.text).toMatch(/value="org-2" required checked>/)
    expect(again.page.text).not.toMatch(/value="org-1" required checked>/)
  })

  it('to two of one name shows how they differ', async () => {
    listed = [acme, { ...globex, name: acme.name }]
    const { page } = await begin()
    for (const id of ['org-1', 'org-2']) expect(page.text).toContain(`<code>${id}</code>`)
  })

  it.each([
    ['to none of the kind', [person], 'Ledger did not grant access to any Organisation'],
    ['to none', [], 'Ledger did not grant access to any Organisation'],
    ['and has no list', { error: 'no' }, 'Ledger did not report the Organisation'],
    ['to one without an id', [{ kind: 'COMPANY' }], 'Ledger did not report the Organisation'],
    ['to one whose id does not fit', [{ ...acme, id: 'x/../y' }], 'Organisation is not valid'],
  ])('%s says so, and the link works again', async (_, answer, words) => {
    listed = answer
    const before = vendor.revoked.length
    const { page, url, link } = await begin()
    expect([page.status, page.text.includes(words), page.text.includes('Try again')]).toEqual([502, true, true])
    expect(await link()).toMatchObject({ status: 'failed', reason: expect.stringContaining(words) })
    // The gateway revokes the vendor's grant.
    await expect.poll(() => vendor.revoked.length).toBe(before + 1)
    listed = [acme]
    expect((await createBrowser().goThrough(url)).text).toContain(question)
  })

  it('is for the account that the link names, where the link names one', async () => {
    const known = await begin({ settings: { organisation: 'org-2' } })
    expect(known.page.text).toContain(question)
    await known.answer({ decision: 'connect' })
    expect(await known.settings()).toEqual({ organisation: 'org-2' })
    const other = await begin({ settings: { organisation: 'org-3' } })
    expect(other.page.text).toContain('another Organisation than the one that this link is for')
  })
})

describe('a provider with another origin for those who sign in', () => {
  const begun = async (account_id: string) =>
    (await gateway.admin('POST', '/admin/connect', { tenant_id: 'acme', provider: 'sites', account_id })).body.url

  it('asks nobody for the site as long as the sign-in tells the other, and who gives a key for either', async () => {
    listed = [acme]
    const page = await createBrowser().visit(await begun('by-key'))
    expect(page.text).toContain('name="setting_site"')
    const browser = createBrowser()
    const keyless = { ...(await browser.visit(await begun('by-key'))).hidden, username: 'ada', password: 'a-key' }
    expect((await browser.visit(await begun('by-key'), keyless)).text).toContain('do not give a valid address of Sites')

    await gateway.admin('PUT', '/admin/apps/sites', { client_id: vendor.app.id, client_secret: vendor.app.secret })
    const [person, link] = [createBrowser(), await begun('by-sign-in')]
    expect((await person.visit(link)).text).not.toContain('name="setting_site"')
    const asking = await person.goThrough(link)
    await person.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    const { accounts: stored } = (await gateway.admin('GET', '/admin/tenants/acme')).body.providers.sites
    expect(stored).toMatchObject([{ id: 'by-sign-in', settings: { id: 'org-1' } }])
    const get = { action: 'get', id: '1', account_id: 'by-sign-in' }
    expect((await gateway.call('acme', 'sites', get, { token })).body.data).toMatchObject({ email: 'ada@example.com' })
  })
})

describe('while the person chooses', () => {
  it.each([
    ['what is not in the list', choice('org-9')],
    ['what was left out of the list', choice('org-3')],
    ['nothing', { decision: 'choose' }],
    ['nothing, but says that all is well', { decision: 'connect' }],
  ])('a choice of %s is refused, and nothing is stored', async (_, fields) => {
    const { answer, isStored, settings } = await begin()
    const page = await answer(fields)
    expect([
      page.status,
      page.text.includes('role="alert"'),
      page.text.includes('name="setting_organisation"'),
    ]).toEqual([400, true, true])
    expect([await isStored(), await settings()]).toEqual([false, undefined])
    expect((await answer(choice('org-1'))).text).toContain(question)
  })

  it('nobody else can choose: not without the cookie, not with another proof, not with another person’s attempt', async () => {
    const [mine, theirs] = [await begin(), await begin()]
    for (const [by, proof] of [
      [createBrowser(), mine.page.hidden],
      [mine.browser, { ...mine.page.hidden, proof: theirs.page.hidden.proof ?? '' }],
      [theirs.browser, mine.page.hidden],
      [theirs.browser, { ...theirs.page.hidden, connect_id: mine.page.hidden.connect_id ?? '' }],
    ] as const)
      expect((await mine.answer(choice('org-1'), by, proof)).status).toBe(403)
    expect((await mine.answer(choice('org-1'))).text).toContain(question)
  })

  it.each(['declines', 'is told that the link has ended'] as const)(
    'a person who %s leaves nothing at the vendor',
    async (how) => {
      const { answer, end, isStored } = await begin()
      const before = vendor.revoked.length
      if (how === 'declines') expect((await answer({ decision: 'cancel' })).status).toBe(303)
      else expect([(await end()).status, (await answer(choice('org-1'))).status]).toEqual([204, 403])
      await expect.poll(() => vendor.revoked.length).toBe(before + 1)
      expect(await isStored()).toBe(false)
    },
  )

  it('what the vendor refuses is told, and the link works again', async () => {
    const { answer, url } = await begin()
    vendor.behave({ apiStatus: 403 })
    expect((await answer(choice('org-1'))).text).toContain('Ledger does not accept this access (403)')
    vendor.behave({})
    expect((await createBrowser().goThrough(url)).text).toContain('name="setting_organisation"')
  })

  it('choosing is no way to ask the vendor without end', async () => {
    const { answer } = await begin()
    const statuses: number[] = []
    for (let nth = 0; nth < 31; nth++) statuses.push((await answer(choice('org-1'))).status)
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([29, 404])
  })
})
