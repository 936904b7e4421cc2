// Test lanes: browser, long

/** A gateway that is away for a while, in a real Chromium. Not run where there is none (see `findChromium`). */
import { rmSync } from 'node:fs'
import { hashToken } from '@patchbay/core/store'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, temporaryFolder, testAdminKey } from '../gateway.ts'
import { type Console, openConsole } from './open-console.ts'

const folder = temporaryFolder()
const start = (env: Readonly<Record<string, string>> = {}) =>
  startTestGateway({
    env: { DATA_DIR: folder, ADMIN_API_KEY: hashToken(testAdminKey), ...env },
    adminKey: testAdminKey,
  })
let gateway: Awaited<ReturnType<typeof startTestGateway>>
let browser: Console
beforeAll(async () => {
  gateway = await start()
  await gateway.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers: {} })
  browser = await openConsole(gateway.url, gateway.adminKey)
})
afterAll(async () => {
  await browser.close()
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

test('a page whose first question is never answered says so after a while, and goes on when it is', async () => {
  const page = await browser.openInTest('/tenants')
  await page.route('**/admin/session', () => {})
  await page.reload()
  const alert = page.getByRole('alert').filter({ hasText: 'The gateway does not answer' })
  await alert.waitFor()
  await page.unroute('**/admin/session')
  await page.getByRole('region', { name: 'Tenants' }).waitFor()
  await alert.waitFor({ state: 'hidden' })

  await page.route('**/admin/tenants?*', (route) => route.abort())
  await page.reload()
  await page.getByText('Shown when the gateway answers again.').waitFor()
  expect(await page.getByRole('alert').count()).toBe(1)
  await page.unroute('**/admin/tenants?*')
  await page.getByRole('region', { name: 'Tenants' }).waitFor()
})

test('a key that nobody has judged stays in its field', async () => {
  const page = browser.closeAfterTest(await browser.open())
  await page.route('**/admin/session', (route) => route.abort())
  await page.getByLabel('Admin key').fill(gateway.adminKey)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('The gateway did not answer.').waitFor()
  expect(await page.getByLabel('Admin key').inputValue()).toBe(gateway.adminKey)
})

test('a screen that is opened while the gateway is away is there, with its data, when it is back', async () => {
  const page = await browser.openInTest('/tenants')
  await page.getByRole('region', { name: 'Tenants' }).waitFor()
  const { port } = new URL(gateway.url)
  const phone = await browser.openInTest('/approvals', { viewport: { width: 390, height: 320 } })
  await browser.settled(phone)
  await gateway.stop()
  const placeOf = (found: Locator) => found.boundingBox()
  const navigation = page.getByRole('navigation', { name: 'Screens' })
  const before = await placeOf(navigation)
  await page.getByRole('link', { name: 'Acme' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'The gateway does not answer' })
  await alert.waitFor()
  // It pushes nothing away, and covers neither the navigation nor who is signed in, at its bottom.
  expect(await placeOf(navigation)).toEqual(before)
  const person = await placeOf(page.getByText('Owner', { exact: true }))
  expect((person?.y ?? 0) + (person?.height ?? 0)).toBeLessThan(900)
  expect((person?.x ?? 0) + (person?.width ?? 0)).toBeLessThan((await placeOf(alert))?.x ?? 0)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await alert.waitFor()

  // The menu marks a screen whose program the browser hasn't got yet: the page is that screen.
  await navigation.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
  expect(await page.getByRole('alert').allTextContents()).toEqual([await alert.textContent()])

  // On a phone the end of the page can be scrolled to above the bar.
  const phoneBar = phone.getByRole('alert')
  await phoneBar.waitFor()
  await phone.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  const last = await placeOf(phone.locator('#content').getByRole('link', { name: 'Tenants' }))
  expect((last?.y ?? 900) + (last?.height ?? 0)).toBeLessThanOrEqual((await placeOf(phoneBar))?.y ?? 0)

  await page.goBack()
  gateway = await start({ PORT: port })
  await page.getByRole('heading', { name: 'Acme' }).waitFor()
  await page.getByRole('heading', { name: 'This month' }).waitFor()
  await alert.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByText('Loading…').count()).toBe(0)
})
