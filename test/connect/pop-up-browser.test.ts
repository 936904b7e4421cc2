// Test lanes: browser, long

/** The button of `@patchbay/connect` in a real Chromium, on a page of another origin than the gateway's. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiKey, oauth2 } from '@patchbay/core/provider'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildConnect } from '../../packages/connect/build.ts'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway, temporaryFolder } from '../gateway.ts'
import { chromiumOptions } from '../oauth/chromium.ts'
import { startPages } from './start-pages.ts'
import { startVendor } from './start-vendor.ts'

const vendor = startVendor()
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const signIn = oauth2({
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  scopes: {},
  rotates: true,
})
const providers = [
  variant('crm', { title: 'A CRM', auth: signIn, probe }),
  variant('shop', { title: 'A shop', auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }), probe }),
]
let gateway: Awaited<ReturnType<typeof startTestGateway>>
let product: Awaited<ReturnType<typeof startPages>>
let stranger: Awaited<ReturnType<typeof startPages>>
let browser: Browser

const made: { connect_id: string; url: string }[] = []
/** As the product's backend: the link is for the product's own origin. */
const makeLink = async (origin: string | undefined, provider = 'crm'): Promise<string> => {
  const account_id = `account-${made.length}`
  const body = { tenant_id: 'globex', provider, account_id, ...(origin !== undefined && { origin }) }
  const { body: link } = await gateway.admin('POST', '/admin/connect', body)
  made.push(link)
  return link.url
}

beforeAll(async () => {
  gateway = await startTestGateway({
    domains: providers.map(domainOf),
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ crm: vendor.origin, shop: vendor.origin }),
      ALLOWED_PRIVATE_HOSTS: vendor.host,
    },
  })
  await gateway.admin('PUT', '/admin/apps/crm', {
    client_id: vendor.app.id,
    client_secret: vendor.app.secret,
    authorize_url: `${vendor.origin}/authorize`,
    token_url: `${vendor.origin}/token`,
  })
  await gateway.admin('PUT', '/admin/tenants/globex', { name: 'Globex', status: 'active', providers: {} })
  product = await startPages(makeLink)
  // Its links were made for the product.
  stranger = await startPages((_origin, provider) => makeLink(product.origin, provider))
  browser = await chromium.launch(chromiumOptions())
})
afterAll(async () => {
  await browser.close()
  await product.stop()
  await stranger.stop()
  await gateway.stop()
  await vendor.stop()
})

const openPage = async (url: string): Promise<Page> => {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(url)
  return page
}
const clickConnect = async (page: Page): Promise<Page> => {
  const popUp = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect' }).click()
  return popUp
}
const signInAt = async (popUp: Page): Promise<void> => {
  await popUp.getByRole('button', { name: /^Continue to/ }).click()
  await popUp.getByRole('button', { name: 'Connect this account' }).click()
}
const shown = (page: Page, words: string | RegExp) => page.locator('output').filter({ hasText: words }).waitFor()
const heard = (page: Page) => page.evaluate<unknown[]>('heard')

describe('a button on a page of another origin', () => {
  it('opens the link in a pop-up, says which account was connected, and closes the pop-up', async () => {
    const page = await openPage(product.origin)
    const popUp = await clickConnect(page)
    const closed = popUp.waitForEvent('close')
    await signInAt(popUp)
    await closed
    const connect_id = made.at(-1)?.connect_id
    await shown(page, `patchbay-connected ${JSON.stringify({ connect_id, provider: 'crm' })}`)
    expect((await gateway.admin('GET', `/admin/connect/${connect_id}`)).body.status).toBe('connected')
  })

  it('of React lets the person choose among several providers', async () => {
    vendor.tokens.set('a-key', 'grace@example.com')
    const page = await openPage(`${product.origin}/react`)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('dialog', { name: 'Which account?' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Connect' }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'A shop' }).click()
    const popUp = await opened
    await popUp.getByLabel('Key').fill('a-key')
    await popUp.getByRole('button', { name: 'Connect', exact: true }).click()
    await popUp.getByRole('button', { name: 'Connect this account' }).click()
    await shown(page, 'shop')
  })

  it('says that the pop-up was closed, and can be used again', async () => {
    const page = await openPage(product.origin)
    const asked = page.waitForResponse((response) => response.url().includes('/connect/result/'))
    const popUp = await clickConnect(page)
    await popUp.getByRole('button', { name: /^Continue to/ }).waitFor()
    await asked
    await popUp.close()
    await shown(page, 'patchbay-closed')
    await signInAt(await clickConnect(page))
    await shown(page, 'patchbay-connected')
  })

  it('is told that the account is connected, though the vendor’s page has cut the pop-up off, and not that it was closed', async () => {
    vendor.behave({ cutsOff: true })
    onTestFinished(() => vendor.behave({}))
    const page = await openPage(product.origin)
    const asked = page.waitForResponse((response) => response.url().includes('/connect/result/'))
    const popUp = await clickConnect(page)
    await asked
    await popUp.getByRole('button', { name: /^Continue to/ }).click()
    const signIn = popUp.getByRole('link', { name: 'Sign in' })
    await signIn.waitFor()
    // Cut off, it seems to be closed.
    for (let looked = 0; looked < 3; looked++)
      await page.waitForResponse((response) => response.url().includes('/connect/result/'))
    expect(await page.locator('output').textContent()).toBe('')
    await signIn.click()
    await popUp.getByRole('button', { name: 'Connect this account' }).click()
    const connect_id = made.at(-1)?.connect_id
    await shown(page, `patchbay-connected ${JSON.stringify({ connect_id, provider: 'crm' })}`)
  })

  it('is told so, too, where its own page cuts off every pop-up (Cross-Origin-Opener-Policy)', async () => {
    const page = await openPage(`${product.origin}/apart`)
    const popUp = await clickConnect(page)
    await popUp.getByRole('button', { name: /^Continue to/ }).waitFor()
    for (let looked = 0; looked < 3; looked++)
      await page.waitForResponse((response) => response.url().includes('/connect/result/'))
    expect(await page.locator('output').textContent()).toBe('')
    await signInAt(popUp)
    const connect_id = made.at(-1)?.connect_id
    await shown(page, `patchbay-connected ${JSON.stringify({ connect_id, provider: 'crm' })}`)
  })

  it('lets the person begin anew where the pop-up is gone', async () => {
    vendor.behave({ cutsOff: true })
    onTestFinished(() => vendor.behave({}))
    const page = await openPage(product.origin)
    const popUp = await clickConnect(page)
    await popUp.getByRole('button', { name: /^Continue to/ }).click()
    await popUp.getByRole('link', { name: 'Sign in' }).waitFor()
    await popUp.close()
    vendor.behave({})
    await signInAt(await clickConnect(page))
    await shown(page, 'patchbay-connected')
  })

  it('says why there is no link or no address of http, and leaves no pop-up', async () => {
    const page = await openPage(product.origin)
    await page.route('**/link', (route) => route.fulfill({ status: 403 }))
    const popUp = await clickConnect(page)
    await shown(page, 'patchbay-failed /link answered 403')
    await expect.poll(() => popUp.isClosed()).toBe(true)
    await page.route('**/link', (route) => route.fulfill({ json: { url: 'javascript:alert(1)' } }))
    await clickConnect(page)
    await shown(page, 'patchbay-failed The link is not an http(s) address')
  })

  it('believes the gateway in its own pop-up, and nobody else', async () => {
    const page = await openPage(product.origin)
    const asked = page.waitForResponse((response) => response.url().includes('/connect/result/'))
    const own = await clickConnect(page)
    await asked
    await page.evaluate(`postMessage({ type: 'patchbay:connected', connect_id: 'forged', provider: 'crm' })`)
    const url = await makeLink(product.origin)
    const opened = page.waitForEvent('popup')
    await page.evaluate(`void open(${JSON.stringify(url)})`)
    await signInAt(await opened)
    await expect.poll(() => heard(page)).toHaveLength(2)
    await own.close()
    await shown(page, 'patchbay-closed')
  })
})

describe('a page that a link was not made for', () => {
  it('is told nothing when it opens the link', async () => {
    const page = await openPage(stranger.origin)
    const dropped = page.context().waitForEvent('console', {
      predicate: (message) => message.text().includes("does not match the recipient window's origin"),
    })
    const popUp = await clickConnect(page)
    await signInAt(popUp)
    await popUp.getByText('You can close this page').waitFor()
    await dropped
    expect(await heard(page)).toEqual([])
    await popUp.close()
    await shown(page, 'patchbay-closed')
    expect(await heard(page)).toEqual([])
  })

  it('is told nothing of a link without an origin, whose last page has no script', async () => {
    const page = await openPage(stranger.origin)
    const url = await makeLink(undefined)
    const opened = page.waitForEvent('popup')
    await page.evaluate(`void open(${JSON.stringify(url)})`)
    const popUp = await opened
    await signInAt(popUp)
    await popUp.getByText('You can close this page').waitFor()
    expect(await popUp.locator('script').count()).toBe(0)
  })
})

it('the component and its button for React are below 15 KB', async () => {
  const folder = temporaryFolder()
  await buildConnect(folder)
  const sizes = readdirSync(folder).map((name) => Bun.gzipSync(readFileSync(join(folder, name))).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000)
})
