/** Signing in and out, and how soon the console is there, in a real Chromium. Not run where there is none (see `findChromium`). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Stage, startStage } from '../e2e/stage.ts'
import { type Console, openConsole } from './open-console.ts'

let stage: Stage
let browser: Console
beforeAll(async () => {
  stage = await startStage()
  browser = await openConsole(stage.url, stage.adminKey)
  await stage.ready('acme')
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
})

const open = async (...given: Parameters<Console['openSigned']>): Promise<Page> => {
  const page = await browser.openSigned(...given)
  onTestFinished(async () => {
    await page.context().close()
    browser.expectNoComplaint()
  })
  return page
}

/** The gateway's own answer five minutes after the sign-in (server/admin/sessions.test.ts shows that it is given). */
const tooOld = {
  status: 401,
  headers: { 'www-authenticate': 'Session error="insufficient_user_authentication", max_age="300"' },
  json: { error: 'This needs your admin key again', code: 'AUTH_FAILED', status: 401 },
}

test('after five minutes the key is asked for again, and what was asked for is then done', async () => {
  const page = await open('/accounts')
  await page.route('**/admin/tokens/acme/stripe/main', (route) => route.fulfill(tooOld), { times: 1 })
  await page
    .getByRole('row', { name: /stripe/ })
    .getByRole('button', { name: 'Remove' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  const key = page.getByRole('dialog', { name: 'Show your admin key again' })
  await key.getByLabel('Admin key').fill(stage.adminKey)
  await key.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('row', { name: /stripe.*None stored/ }).waitFor()
  expect((await stage.admin('GET', '/admin/tokens/acme/stripe/main')).status).toBe(404)
})

test('signing out everywhere ends the session of another browser', async () => {
  const [here, there] = [await open(), await open('/tenants')]
  await here.getByRole('button', { name: 'ADMIN_API_KEY' }).click()
  await here.getByRole('button', { name: 'Sign out everywhere' }).click()
  await here.getByLabel('Admin key').waitFor()
  await there.reload()
  await there.getByLabel('Admin key').waitFor()
})

test('the theme is chosen and kept', async () => {
  const page = await open('/tenants', { colorScheme: 'light' })
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await ground()
  await page.getByRole('button', { name: 'ADMIN_API_KEY' }).click()
  await page.getByLabel('Dark').check()
  expect(await ground()).not.toBe(light)
  await page.reload()
  await page.getByRole('heading', { name: 'Tenants' }).waitFor()
  expect(await ground()).not.toBe(light)
})

test('on a phone the menu opens over the page, and a screen that is chosen closes it', async () => {
  const page = await open('', { viewport: { width: 390, height: 844 } })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await page.getByRole('link', { name: 'Tenants' }).click()
  await page.getByRole('heading', { name: 'Tenants' }).waitFor()
  expect(await menu.getAttribute('aria-expanded')).toBe('false')
})

test('on 2,560 pixels nothing is cut off', async () => {
  const page = await open('/audit', { viewport: { width: 2560, height: 1440 } })
  await page.getByRole('region', { name: 'Audit log' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(2560)
})

test('all files of the first screen are under 300 KB, and are asked for once', async () => {
  const page = await open()
  const begin = performance.now()
  await page.reload()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  console.log(
    `the overview is there ${Math.round(performance.now() - begin)} ms after a reload, from the browser's cache`,
  )
  const again = await page.evaluate<number[]>(
    "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).map(({ transferSize }) => transferSize)",
  )
  expect(again.length).toBeGreaterThan(2)
  expect(again.reduce((sum, size) => sum + size, 0)).toBe(0)
  const names = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).map(({ name }) => name)",
  )
  const gzipped = await Promise.all(
    names.map(async (name) => Bun.gzipSync(await (await fetch(name)).arrayBuffer()).length),
  )
  expect(gzipped.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000)
})
