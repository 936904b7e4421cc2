// Test lanes: browser, long

/**
 * 5,000 tenants with 20,000 accounts, a third of which are in trouble, in a real Chromium. Not run where there is none (see
 * `findChromium`).
 */
import { rmSync } from 'node:fs'
import { hashToken } from '@patchbay/core/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onlyJobs, startTestGateway, temporaryFolder, testAdminKey } from '../gateway.ts'
import { findFaults } from '../oauth/look-at.ts'
import { everyThird } from '../times.ts'
import { chooseFor, findDialog, readMenu } from './choose.ts'
import { type Console, openConsole } from './open-console.ts'
import { fillLargeStore, largeCounts, largeTenant } from './stores/large-store.ts'

const folder = temporaryFolder()
const crons = { 'health-snapshot': '0 0 1 1 *' }
let gateway: Awaited<ReturnType<typeof startTestGateway>>
let browser: Console
beforeAll(async () => {
  await fillLargeStore(folder)
  gateway = await startTestGateway({
    env: {
      DATA_DIR: folder,
      CRONS: onlyJobs(crons),
      ADMIN_API_KEY: hashToken(testAdminKey),
      // Credentials are stored already, so the gateway makes no key of its own.
      PATCHBAY_KEYS: `tests:${Buffer.alloc(32, 'k').toString('base64url')}`,
    },
    adminKey: testAdminKey,
  })
  for (const job of Object.keys(crons)) await gateway.admin('POST', `/admin/jobs/${job}/run`)
  browser = await openConsole(gateway.url, gateway.adminKey)
})
afterAll(async () => {
  await browser.close()
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

test('what the overview says of accounts is of now, in groups that lead to the list', async () => {
  const page = await browser.openInTest()
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  const { accounts } = (await gateway.admin('GET', '/admin/accounts?state=rejected&limit=500')).body
  expect(accounts).toHaveLength(500)
  const group = page.getByRole('listitem').filter({ hasText: 'rejected by the provider' })
  const counted = Number(/([\d,]+) accounts/.exec((await group.textContent()) ?? '')?.[1]?.replace(',', ''))
  expect(counted).toBeGreaterThan(largeCounts.accounts / 10)
  await group.getByRole('link').click()
  await page.waitForURL('**/accounts?state=rejected')
  const rows = page.getByRole('region', { name: 'Accounts', exact: true }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(50)
  expect(new Set(await rows.locator('[data-card=state]').allTextContents())).toEqual(new Set(['Rejected']))
  await page.getByText(`1–50 of ${counted.toLocaleString('en')}`, { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Tenants', exact: true }).click()
  await page.getByText('1–50 of 5,000', { exact: true }).waitFor()
})

/** Elements that reach out of the window, other than in a bar of tabs, or out of the cell of a list or the value that they are in. */
const outside = `(() => {
  const isWithin = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
  const box = (element) => element.getBoundingClientRect()
  const window_ = { left: 0, right: innerWidth }
  const controls = [...document.querySelectorAll('#content :is(a, button, input, select, h1, h2, canvas)')]
  const cells = [...document.querySelectorAll('tbody td')]
  const times = [...document.querySelectorAll('dd time')]
  return [
    ...controls.filter((one) => box(one).width > 0 && !one.closest('nav') && !isWithin(box(one), window_)),
    ...times.filter((one) => !isWithin(box(one), box(one.closest('dd')))),
    ...cells.flatMap((cell) => [...cell.querySelectorAll('button')].filter((one) => !isWithin(box(one), box(cell)))),
  ].map(({ outerHTML }) => outerHTML.slice(0, 200))
})()`

const tenant = largeTenant(12)
const screens = [
  ...[
    '',
    '/log',
    '/suggestions',
    '/tenants',
    '/accounts',
    '/tokens',
    '/costs',
    '/connect',
    '/applications',
    '/providers',
  ],
  ...['', '/accounts', '/tokens', '/access', '/usage', '/log', '/settings'].map((tab) => `/tenants/${tenant}${tab}`),
  ...['/providers/linear', '/providers/linear/activity', '/jobs', '/settings'],
]

/** In which both colour schemes are judged; in the second one by their contrast, as nothing else differs. */
const judgedWidth = 1440

// A window that becomes wider, as loading each screen at each width takes a busy machine minutes.
test('on 390, 768, 1440 and 2560 pixels each screen is whole, still while it loads, and at most four screens high', async () => {
  const height = 900
  const page = await browser.openInTest('', { viewport: { width: 390, height }, colorScheme: 'light' })
  const faults: unknown[] = []
  for (const path of everyThird(screens)) {
    await page.setViewportSize({ width: 390, height })
    await page.goto(`${gateway.url}/console${path}`)
    await browser.settled(page)
    const shifts = await browser.shifts(page)
    if (shifts > 0.05) faults.push({ path, shifts })
    for (const width of [390, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height })
      await browser.settled(page)
      const size = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
      )
      const reaching = await page.evaluate<string[]>(outside)
      await browser.picture(page, `large-${width}${path.replaceAll('/', '-')}`, { size: 'large', colorScheme: 'light' })
      if (size[0] > width || size[1] > 4 * height || reaching.length > 0) faults.push({ path, width, size, reaching })
      if (width !== judgedWidth) continue
      const light = await findFaults(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      const dark = await findFaults(page, ['color-contrast'])
      await page.emulateMedia({ colorScheme: 'light' })
      if (light.length > 0 || dark.length > 0) faults.push({ path, light, dark })
    }
  }
  expect(faults).toEqual([])
}, 240_000)

// A customer who calls seldom, so that the calls are of other days than today, which the log then says.
test.each([
  ['/accounts', 'Accounts'],
  [`/tenants/${largeTenant(390)}/log`, 'Log'],
])('a time in a list can be read whole: %s', async (path, name) => {
  const page = await browser.openInTest(path, { viewport: { width: 1440, height: 900 } })
  const cells = page.getByRole('region', { name, exact: true }).locator('td:has(time), td:has(button > code)')
  await cells.first().waitFor()
  expect(await cells.evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length)).toBe(0)
})

test('a credential is stored where there is none, and replaced where there is one', async () => {
  const page = await browser.openInTest('/accounts?state=missing')
  const row = page.getByRole('region', { name: 'Accounts', exact: true }).locator('tbody tr').first()
  const menu = await readMenu(row)
  expect(menu).toContain('Store a credential')
  expect(menu).not.toContain('Test now')
  await page.goto(`${gateway.url}/console/accounts?state=rejected`)
  expect(await readMenu(row)).toEqual(
    expect.arrayContaining(['Test now', 'Replace the credential', 'Create a connect link', 'Delete the credential']),
  )
})

test('accounts that are in trouble are reconnected together: a link for each is made and listed', async () => {
  const page = await browser.openInTest('/accounts?state=rejected&provider=stripe')
  const list = page.getByRole('region', { name: 'Accounts', exact: true })
  for (const nth of [0, 1])
    await list
      .getByRole('checkbox', { name: /^Select customer/ })
      .nth(nth)
      .check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Create connect links' }).click()
  const dialog = findDialog(page)
  await dialog.getByRole('button', { name: 'Create the links' }).click()
  await expect.poll(() => dialog.locator('tbody tr').count()).toBe(2)
  for (const text of await dialog.locator('tbody tr').allTextContents()) expect(text).toContain('/connect/')
  expect((await gateway.admin('GET', '/admin/connect?provider=stripe&status=pending&limit=2')).body.links).toHaveLength(
    2,
  )
})

test('tenants are suspended together, and active again when that is undone', async () => {
  const page = await browser.openInTest(`/tenants?sort=id&q=customer-1499`)
  const list = page.getByRole('region', { name: 'Tenants', exact: true })
  await expect.poll(() => list.locator('tbody tr').count()).toBe(10)
  await list.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await findDialog(page).getByRole('button', { name: 'Suspend' }).click()
  await expect.poll(() => list.getByText('Active').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => list.getByText('Active').count()).toBe(10)
})

test('a tenant is found by its name, on its screen and with Ctrl-K; the URL keeps what was looked for', async () => {
  const id = largeTenant(1234)
  await gateway.admin('PATCH', `/admin/tenants/${id}`, { name: 'Ærøskøbing Bageri' })
  const page = await browser.openInTest('/tenants')
  await page.getByLabel('Find by name or id').fill('ÆRØSKØBING')
  const rows = page.getByRole('region', { name: 'Tenants', exact: true }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(1)
  expect(await rows.textContent()).toContain(id)
  await page.reload()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByLabel('Find by name or id').fill('nobody has this name')
  await page.getByText('No tenant matches').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Tenants, providers, calls, screens' }).fill('token for bageri')
  await page.getByRole('option', { name: 'Create a token for Ærøskøbing Bageri' }).click()
  await page.waitForURL(`**/tenants/${id}/tokens?create=on`)
  await findDialog(page).getByRole('textbox', { name: 'Label' }).waitFor()
})

test('what is done with one row is said of it alone: the menu names the row', async () => {
  const page = await browser.openInTest(`/tokens?q=${tenant}`)
  const row = page.getByRole('region', { name: 'Tokens', exact: true }).locator('tbody tr').first()
  await chooseFor(row, 'Show the tenant')
  await page.waitForURL(`**/tenants/${tenant}`)
})
