// Test lanes: browser, long

/** Signing in and out, and how soon the console is there, in a real Chromium. Not run where there is none (see `findChromium`). */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Stage, startStage } from '../e2e/stage.ts'
import { forms } from '../oauth/look-at.ts'
import { chooseFor, findDialog } from './choose.ts'
import { type Console, openConsole } from './open-console.ts'
import { type Issuer, startIssuer } from './start-issuer.ts'

let issuer: Issuer
let stage: Stage
let browser: Console
beforeAll(async () => {
  issuer = await startIssuer()
  stage = await startStage({ env: issuer.env })
  browser = await openConsole(stage.url, stage.adminKey, [issuer.issuer])
  await stage.ready('acme')
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
  await issuer.stop()
})

/** The gateway's own answer five minutes after the sign-in (server/admin/resources/sessions.test.ts shows that it is given). */
const tooOld = {
  status: 401,
  headers: { 'www-authenticate': 'Session error="insufficient_user_authentication", max_age="300"' },
  json: { error: 'This needs your admin key again', code: 'AUTH_FAILED', status: 401 },
}

test('after five minutes the key is asked for again, and what was asked for is then done', async () => {
  const page = await browser.openInTest('/accounts')
  await page.route('**/admin/tokens/acme/stripe/main', (route) => route.fulfill(tooOld), { times: 1 })
  await chooseFor(page.getByRole('row', { name: /stripe/ }), 'Delete the credential')
  await findDialog(page).getByRole('button', { name: 'Delete the credential' }).click()
  const key = page.getByRole('dialog', { name: 'Enter your admin key again' })
  await key.getByLabel('Admin key').fill(stage.adminKey)
  await key.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('row', { name: /stripe.*Never connected/ }).waitFor()
  expect((await stage.admin('GET', '/admin/tokens/acme/stripe/main')).status).toBe(404)
})

test('after five minutes a policy is widened only once the key was shown; until then it stays', async () => {
  await stage.admin('PATCH', '/admin/tenants/acme', { options: { deny: ['stripe:write'] } })
  const page = await browser.openInTest('/tenants/acme/access')
  await page.getByRole('button', { name: 'Remove stripe:write' }).click()
  await page.getByRole('button', { name: 'Review the changes' }).click()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
  onTestFinished(() => void vi.useRealTimers())
  await page.getByRole('button', { name: 'Save changes' }).click()
  const key = page.getByRole('dialog', { name: 'Enter your admin key again' })
  await key.getByLabel('Admin key').fill(stage.adminKey)
  const denied = async () => (await stage.admin('GET', '/admin/tenants/acme')).body.options.deny
  expect(await denied()).toEqual(['stripe:write'])
  await key.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(denied).toBeUndefined()
})

describe('with an identity provider', () => {
  const provider = (page: Page | Locator) => page.getByRole('button', { name: `Sign in with ${issuer.host}` })
  const signInAt = async (path: string): Promise<Page> => {
    const page = browser.closeAfterTest(await browser.open(path))
    await provider(page).click()
    await page.getByRole('button', { name: 'ada@example.com' }).waitFor()
    return page
  }
  const removeStripe = async (page: Page): Promise<void> => {
    await page.route('**/admin/tokens/acme/stripe/main', (route) => route.fulfill(tooOld), { times: 1 })
    await chooseFor(page.getByRole('row', { name: /stripe/ }), 'Delete the credential')
    await findDialog(page).getByRole('button', { name: 'Delete the credential' }).click()
  }
  const isStored = async () => (await stage.admin('GET', '/admin/tokens/acme/stripe/main')).status === 200
  beforeEach(async () => {
    issuer.behave()
    await stage.admin('PUT', '/admin/tokens/acme/stripe/main', { access_token: 'sk_test_patchbay' })
  })

  test('a person signs in, comes back to the screen that they opened, and signs out', async () => {
    const page = await signInAt('/log?tenant=acme')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/log?tenant=acme')
    await page.getByRole('button', { name: 'ada@example.com' }).click()
    await page.getByText(`Signed in with ${issuer.host} as ada@example.com, Owner.`).waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await provider(page).waitFor()
  })

  test('who has no role is told what to ask for', async () => {
    issuer.behave({ claims: { groups: ['others'] } })
    const page = browser.closeAfterTest(await browser.open('/tenants'))
    await provider(page).click()
    await page.getByRole('alert').getByText('Ask the administrator of this gateway').waitFor()
    for (const form of forms) {
      await page.setViewportSize(form.viewport)
      await page.emulateMedia({ colorScheme: form.colorScheme })
      await browser.look(page, 'sign-in-no-role', form)
    }
    // Who signs in otherwise, and out again, is not told of it any more; and the next try begins afresh.
    await browser.signIn(page)
    await page.getByRole('button', { name: 'ADMIN_API_KEY' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await provider(page).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    issuer.behave()
    await provider(page).click()
    await page.getByRole('heading', { name: 'Tenants' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  test('a fresh sign-in is asked for in a window of its own; then what was asked for is done, in other tabs as well', async () => {
    const page = await signInAt('/accounts')
    const tab = await page.context().newPage()
    await tab.goto(`${stage.url}/console/tenants`)
    await tab.getByRole('heading', { name: 'Tenants' }).waitFor()
    await removeStripe(page)
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    const [window] = await Promise.all([page.context().waitForEvent('page'), provider(again).click()])
    if (!window.isClosed()) await window.waitForEvent('close')
    await page.getByRole('row', { name: /stripe.*Never connected/ }).waitFor()
    expect(await isStored()).toBe(false)
    expect(issuer.asked.at(-1)?.searchParams.get('prompt')).toBe('login')
    await tab.getByRole('button', { name: 'ada@example.com' }).click()
    await tab.getByRole('button', { name: 'Sign out everywhere' }).click()
    await provider(tab).waitFor()
    // The other tab's content is no longer readable either.
    await provider(page).waitFor()
  })

  test('a sign-in that is not fresh is explained in that window; one of somebody else does nothing for the first person', async () => {
    const page = await signInAt('/accounts')
    await removeStripe(page)
    const renew = findDialog(page).getByRole('button', { name: `Sign in with ${issuer.host}` })
    issuer.behave({ claims: { auth_time: 1 } })
    const [stale] = await Promise.all([page.context().waitForEvent('page'), renew.click()])
    await stale.getByText('did not show that you signed in just now').waitFor()
    const name = '<img src=x onerror=alert(1)>'
    issuer.behave({ claims: { sub: 'grace-1', email: undefined, preferred_username: name } })
    await renew.click()
    await renew.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name }).waitFor()
    expect(await isStored()).toBe(true)

    // Each person's entries lead to the sign-in that names the person.
    await page.goto(`${stage.url}/console/log?action=list_accounts`)
    await page
      .getByRole('row')
      .getByRole('link', { name: /^[0-9a-f]{12}$/ })
      .first()
      .click()
    await page.getByRole('cell', { name: 'session/ada@example.com (ada-1)' }).first().waitFor()
  })
})

test('signing out everywhere ends the session of another browser', async () => {
  const [here, there] = [await browser.openInTest(), await browser.openInTest('/tenants')]
  await here.getByRole('button', { name: 'ADMIN_API_KEY' }).click()
  await here.getByRole('button', { name: 'Sign out everywhere' }).click()
  await here.getByLabel('Admin key').waitFor()
  await there.reload()
  await there.getByLabel('Admin key').waitFor()
})

test('the theme is chosen and kept', async () => {
  const page = await browser.openInTest('/tenants', { colorScheme: 'light' })
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await ground()
  await page.getByRole('button', { name: 'ADMIN_API_KEY' }).click()
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  expect(await ground()).not.toBe(light)
  await page.reload()
  await page.getByRole('heading', { name: 'Tenants' }).waitFor()
  expect(await ground()).not.toBe(light)
})

test('on a phone the menu opens over the page, and a screen that is chosen closes it', async () => {
  const page = await browser.openInTest('', { viewport: { width: 390, height: 844 } })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await page.getByRole('link', { name: 'Tenants' }).click()
  await page.getByRole('heading', { name: 'Tenants' }).waitFor()
  expect(await menu.getAttribute('aria-expanded')).toBe('false')
})

test('on 2,560 pixels nothing is cut off', async () => {
  const page = await browser.openInTest('/log', { viewport: { width: 2560, height: 1440 } })
  await page.getByRole('region', { name: 'Log' }).waitFor()
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(2560)
})

test('all files of the first screen are under 300 KB, and are asked for once', async () => {
  const page = await browser.openInTest()
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
