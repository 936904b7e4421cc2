// Test lanes: browser

/** Connect links in a real Chromium, over real HTTP. Not run where there is none (see `findChromium`). */
import { apiKey, oauth2, read, Type } from '@patchbay/core/provider'
import { OAuth2Server } from 'oauth2-mock-server'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { chromiumOptions } from '../oauth/chromium.ts'
import { formsByTurns, lookAt } from '../oauth/look-at.ts'
import { startVendor } from './start-vendor.ts'

const vendor = startVendor()
const mock = new OAuth2Server()
await mock.issuer.keys.generate('RS256')
await mock.start(0, '127.0.0.1')
// By itself it grants the scope `dummy`, whatever was asked for.
mock.service.on('beforeResponse', ({ body }) => Object.assign(body, { scope: 'crm.read crm.write' }))
const mockOrigin = `http://127.0.0.1:${mock.address().port}`

const scopes = { 'crm.read': 'Read your contacts, companies and deals', 'crm.write': 'Add and change them' }
const manyScopes = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`part${n}.read`, `Read part ${n}`]))
const signIn = oauth2({
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  scopes,
  pkce: true,
  rotates: true,
})
const key = apiKey({ header: 'Authorization', prefix: 'Bearer ' })
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const userinfo = read('GET /userinfo', { description: 'Who signed in', params: {} })
const shop = Type.String({ pattern: '^[a-z]+$', maxLength: 20, description: 'The name of your shop, e.g. books' })
const long = 'W'.repeat(60)
const providers = [
  variant('crm', { title: 'Example CRM', auth: signIn, probe }),
  variant('shop', { title: 'Example Shops', auth: signIn, probe, settings: { shop } }),
  variant('pay', {
    title: 'Example Pay',
    auth: key,
    probe,
    settings: { shop },
    credentialsPage: 'https://pay.example.com/keys',
    credentialFields: { key: { label: 'Secret key', hint: 'Begins with sk_' } },
  }),
  variant('many', { title: 'Many Rights', auth: { ...signIn, scopes: manyScopes }, probe }),
  variant('mock', {
    title: 'Mock Server',
    auth: signIn,
    actions: { userinfo },
    probe: { action: 'userinfo', params: {}, identity: '/sub' },
  }),
]
const eight = Array.from({ length: 8 }, (_, n) => `shop-${n}`)
providers.push(...eight.map((id, n) => variant(id, { title: `Shop ${n}`, auth: key, probe })))
let gateway: Awaited<ReturnType<typeof startTestGateway>>
let browser: Browser
beforeAll(async () => {
  const origins = { crm: vendor.origin, many: vendor.origin, shop: vendor.origin, pay: vendor.origin, mock: mockOrigin }
  gateway = await startTestGateway({
    domains: providers.map(domainOf),
    env: {
      PROVIDER_ORIGINS: JSON.stringify(origins),
      ALLOWED_PRIVATE_HOSTS: `${vendor.host},${new URL(mockOrigin).host}`,
      BRAND_NAME: 'Acme Automations',
    },
  })
  for (const [id, origin] of Object.entries(origins)) {
    if (id === 'pay') continue
    const urls = { authorize_url: `${origin}/authorize`, token_url: `${origin}/token` }
    await gateway.admin('PUT', `/admin/apps/${id}`, {
      client_id: vendor.app.id,
      client_secret: vendor.app.secret,
      ...urls,
    })
  }
  await gateway.admin('PUT', '/admin/tenants/globex', { name: 'Globex Corporation', status: 'active', providers: {} })
  await gateway.admin('PUT', '/admin/tenants/hebrew', { name: 'מאפיית הבוקר בע״מ', status: 'active', providers: {} })
  await gateway.admin('PUT', '/admin/tenants/long', { name: long, status: 'active', providers: {} })
  browser = await chromium.launch(chromiumOptions())
})
afterAll(async () => {
  await browser.close()
  await gateway.stop()
  await vendor.stop()
  await mock.stop()
})
beforeEach(() => {
  vendor.behave({})
  vendor.as('ada@example.com')
})
afterEach(() => {
  vi.useRealTimers()
})

const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options })
  onTestFinished(() => context.close())
  return context.newPage()
}

let accounts = 0
let lastUrl = ''
const makeLink = async (provider: string, changes: object = {}) => {
  const account_id = `account-${++accounts}`
  const body = { tenant_id: 'globex', provider, account_id, label: 'Sales team', ...changes }
  const made = (await gateway.admin('POST', '/admin/connect', body)).body
  lastUrl = made.url
  return {
    url: made.url as string,
    account_id,
    link: async () => (await gateway.admin('GET', `/admin/connect/${made.connect_id}`)).body,
  }
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const go = (page: Page) => button(page, /^Continue to|^Connect$/).click()
/** By the keyboard alone: the button that continues has the focus first. */
const enter = async (page: Page): Promise<void> => {
  await page.keyboard.press('Tab')
  await page.locator('button.main:focus').waitFor()
  await page.keyboard.press('Enter')
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
/** Answers that the account is the right one, and waits until it is connected. */
const connect = async (page: Page, vendor = 'Example CRM'): Promise<void> => {
  await button(page, 'Connect this account').click()
  await heading(page, `${vendor} is connected`)
}

describe('a person without scripts', () => {
  it('connects an account at oauth2-mock-server, with the keyboard alone', async () => {
    const { url, link } = await makeLink('mock')
    const page = await open()
    await page.goto(url)
    for (const words of ['Globex Corporation', 'Sales team at Mock Server', 'Read your contacts'])
      await page.getByText(words).first().waitFor()
    await enter(page)
    await heading(page, 'Is this the right account?')
    expect(await page.locator('main').textContent()).toContain('At Mock Server you are johndoe')
    await enter(page)
    await heading(page, 'Mock Server is connected')
    expect(await link()).toMatchObject({ status: 'connected', identity: 'johndoe' })
  })

  it('gives a setting, is told what is wrong with it, and keeps what was typed', async () => {
    const { url } = await makeLink('shop')
    const page = await open()
    await page.goto(url)
    await page.getByLabel('Shop').fill('No Shop')
    await go(page)
    expect(await page.getByRole('alert').textContent()).toBe(
      'Shop is not valid. It is: The name of your shop, e.g. books',
    )
    expect(await page.getByLabel('Shop').inputValue()).toBe('No Shop')
    await page.getByLabel('Shop').fill('books')
    await go(page)
    await connect(page, 'Example Shops')
  })

  it('gives a key, after a wrong one whose field is marked and which is not shown again', async () => {
    vendor.tokens.set('a-good-key', 'grace@example.com')
    const { url, link } = await makeLink('pay')
    const page = await open()
    await page.goto(url)
    expect(await page.getByRole('link', { name: 'Where to find it' }).getAttribute('href')).toBe(
      'https://pay.example.com/keys',
    )
    await page.getByLabel('Shop').fill('books')
    await page.getByLabel('Secret key').fill('a-wrong-key')
    await page.keyboard.press('Enter')
    const key = page.getByRole('textbox', { name: 'Secret key' })
    expect(await page.getByRole('alert').textContent()).toContain('does not accept this access (401)')
    expect(await key.getAttribute('aria-invalid')).toBe('true')
    expect(await key.getAttribute('aria-describedby')).toBe('secret-fault secret-hint')
    expect(await page.getByText('this page never shows what was entered here').count()).toBe(1)
    expect(await page.content()).not.toContain('a-wrong-key')
    expect([await key.inputValue(), await page.getByLabel('Shop').inputValue()]).toEqual(['', 'books'])
    expect(await page.getByLabel('Shop').getAttribute('aria-invalid')).toBeNull()
    expect(await link()).toMatchObject({ status: 'failed', reason: expect.stringContaining('does not accept') })
    await page.getByLabel('Secret key').fill('a-good-key')
    await page.keyboard.press('Enter')
    await button(page, 'Connect this account').click()
    await page.getByText('The account of grace@example.com works').waitFor()
  })

  it('reads three lines of what is asked for, and all of it by name behind them', async () => {
    const { url } = await makeLink('many')
    const page = await open()
    await page.goto(url)
    await page.getByText('Read part 2').first().waitFor()
    expect(await page.getByText('part7.read').isVisible()).toBe(false)
    await page.getByText('All 8 permissions by name').click()
    await page.getByText('part7.read').waitFor()
  })

  it('of many providers finds one by its name, without a script', async () => {
    const { url } = await makeLink('crm', { provider: [...eight, 'crm'], account_id: 'main' })
    const page = await open()
    await page.goto(url)
    expect(await button(page, /^Shop \d/).count()).toBe(8)
    await page.getByRole('searchbox', { name: 'Search' }).fill('example cr')
    await page.keyboard.press('Enter')
    await button(page, 'Example CRM').waitFor()
    expect(await button(page, /^Shop \d/).count()).toBe(0)
    await page.getByRole('searchbox').fill('<nothing>')
    await button(page, 'Find').click()
    await page.getByText('Nothing is called “<nothing>”.').waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await button(page, 'Example CRM').click()
    await heading(page, 'Connect Example CRM to Acme Automations')
  })

  it('of few providers chooses one without a search', async () => {
    const { url } = await makeLink('crm', { provider: ['crm', 'pay'], account_id: 'main' })
    const page = await open()
    await page.goto(url)
    await button(page, 'Example Pay').waitFor()
    expect(await page.getByRole('searchbox').count()).toBe(0)
  })

  it('who opens the link again when it was used is told without alarm that the account is connected', async () => {
    const { url } = await makeLink('crm')
    const page = await open()
    await page.goto(url)
    await go(page)
    await connect(page)
    await page.goto(url)
    await heading(page, 'Already connected')
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.locator('main').textContent()).toContain('You can close this page')
  })

  it('is asked before another person takes the account’s place, and can go back', async () => {
    const first = await makeLink('crm')
    const page = await open()
    await page.goto(first.url)
    await go(page)
    await connect(page)
    vendor.as('eve@example.com')
    const second = await makeLink('crm', { account_id: first.account_id })
    await page.goto(second.url)
    await go(page)
    expect(await page.getByRole('alert').textContent()).toContain('connected as ada@example.com')
    await button(page, 'Use another account').click()
    await page.waitForURL(second.url)
  })

  it('who leaves a scope out is told by name, and signs in again', async () => {
    vendor.behave({ withholds: ['crm.write'] })
    const { url, link } = await makeLink('crm')
    const page = await open()
    await page.goto(url)
    await go(page)
    expect(await page.getByRole('alert').getByRole('listitem').allTextContents()).toEqual([
      'Add and change them crm.write',
    ])
    await button(page, 'Sign in again').click()
    vendor.behave({})
    await go(page)
    await connect(page)
    expect(await link()).toMatchObject({ status: 'connected', missing_scopes: [] })
  })
})

describe('a person is told what went wrong and can try again:', () => {
  it.each([
    ['who refuses at the vendor', { refuse: 'access_denied' }, 'The access was not allowed at Example CRM'],
    ['whose vendor is down', { answer: 'down' as const }, 'did not grant access'],
    ['whose access does not work', { apiStatus: 500 }, 'could not check this access (500)'],
  ])('%s', async (_, behaviour, words) => {
    vendor.behave(behaviour)
    const page = await open()
    const { url } = await makeLink('crm')
    await page.goto(url)
    await go(page)
    expect(await page.getByRole('alert').textContent()).toContain(words)
    vendor.behave({})
    await page.getByRole('link', { name: 'Try again' }).click()
    await go(page)
    await button(page, 'Connect this account').waitFor()
  })
})

it('a page that is loaded again asks the same question, which still connects', async () => {
  const page = await open()
  await page.goto((await makeLink('crm')).url)
  await go(page)
  await button(page, 'Connect this account').waitFor()
  await page.reload()
  await button(page, 'Connect this account').click()
  await page.getByText('is connected').first().waitFor()
})

describe('a sign-in is refused, and nothing is stored,', () => {
  it('with another state', async () => {
    vendor.behave({ also: { state: 'A'.repeat(43) } })
    const page = await open()
    await page.goto((await makeLink('crm')).url)
    await go(page)
    expect(await page.getByRole('alert').textContent()).toContain('This sign-in is not known, or was used before')
  })

  it('in another browser than the one that began it', async () => {
    vendor.behave({ reads: true })
    const page = await open()
    const { url, link } = await makeLink('crm')
    await page.goto(url)
    await go(page)
    vendor.behave({})
    const other = await open()
    await other.goto(vendor.asked.at(-1)?.href ?? '')
    expect(await other.getByRole('alert').textContent()).toContain('started in another browser')
    expect((await link()).status).toBe('opened')
  })

  it('of a link that has expired', async () => {
    const page = await open()
    const { url } = await makeLink('crm', { expires_in: 60 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    await page.goto(url)
    expect(await page.getByRole('alert').textContent()).toContain('This link has expired')
  })
})

/** Each kind of page, as the most awkward of its kind. */
const kinds: Record<string, (page: Page) => Promise<unknown>> = {
  async open(page) {
    await page.goto((await makeLink('crm')).url)
  },
  async setting(page) {
    await page.goto((await makeLink('shop', { tenant_id: 'long', label: long })).url)
    await page.getByLabel('Shop').fill('No Shop')
    await go(page)
    await page.getByRole('alert').waitFor()
  },
  async key(page) {
    await page.goto((await makeLink('pay')).url)
  },
  async wrong(page) {
    await page.goto((await makeLink('pay')).url)
    await page.getByLabel('Shop').fill('books')
    await page.getByLabel('Secret key').fill('a-wrong-key')
    await go(page)
    await page.getByRole('alert').waitFor()
  },
  async many(page) {
    await page.goto((await makeLink('many', { tenant_id: 'hebrew', label: 'צוות המכירות' })).url)
    await page.getByText('All 8 permissions by name').click()
  },
  async choice(page) {
    await page.goto((await makeLink('crm', { provider: [...eight, 'crm'], account_id: 'main' })).url)
  },
  async question(page) {
    await page.goto((await makeLink('crm')).url)
    await go(page)
    await button(page, 'Connect this account').waitFor()
  },
  async missing(page) {
    vendor.behave({ withholds: ['crm.write'] })
    vendor.as(`${long}@example.com`)
    await page.goto((await makeLink('crm')).url)
    await go(page)
    await button(page, 'Sign in again').waitFor()
  },
  async connected(page) {
    await kinds.question?.(page)
    await connect(page)
  },
  async used(page) {
    await kinds.connected?.(page)
    await page.goto(lastUrl)
  },
  async failed(page) {
    vendor.behave({ refuse: 'access_denied' })
    await page.goto((await makeLink('crm')).url)
    await go(page)
    await page.getByRole('alert').waitFor()
  },
  async unknown(page) {
    await page.goto(`${gateway.url}/connect/${'A'.repeat(43)}`)
  },
}

it.each(formsByTurns.filter(({ size }) => size !== 'narrow'))(
  'every page is whole and without findings of axe: $size, $colorScheme',
  async (form) => {
    const { viewport, colorScheme } = form
    const page = await open({ viewport, colorScheme, javaScriptEnabled: true })
    for (const [name, show] of Object.entries(kinds)) {
      vendor.behave({})
      vendor.as('ada@example.com')
      await show(page)
      await lookAt(page, name, form, 'connect')
    }
  },
)
