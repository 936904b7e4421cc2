// Test lanes: browser

/**
 * 300 tenants with 1,200 accounts, a third of which need attention, in a real Chromium. Not run where there is none (see
 * `findChromium`).
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onlyJobs, startTestGateway } from '../gateway.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { type Console, openConsole } from './open-console.ts'

const yearly = '0 0 1 1 *'
const pictures = join(import.meta.dirname, '../../test-results/console')
const ids = ['main', 'europe', 'america', 'spare']
const tenants = Array.from({ length: 300 }, (_, index) => `customer-${1001 + index}`)
const accounts = tenants.flatMap((tenant) => ids.map((id) => ({ tenant, id })))
const past = Math.floor(Date.now() / 1000) - 60

/** Of three accounts two work. Of those in trouble as many are rejected as have expired, or have no credential. */
const credentialOf = (index: number): object | undefined => {
  if (index % 3 !== 0) return { access_token: 'a-working-token' }
  return [{ access_token: 'withdrawn' }, { access_token: 'a-working-token', expires_at: past }, undefined][
    (index % 9) / 3
  ]
}

const hubspot = startHubspot({ tokens: ['a-working-token'] })
let gateway: Awaited<ReturnType<typeof startTestGateway>>
let browser: Console
const run = (job: string) => gateway.admin('POST', `/admin/jobs/${job}/run`)
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true })
  gateway = await startTestGateway({
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }),
      CRONS: onlyJobs({ 'health-snapshot': yearly, suggestions: yearly }),
    },
  })
  await gateway.admin('PUT', '/admin/tenants/first', { name: 'The first', status: 'active', providers: {} })
  // Minutes before anything happens.
  await run('health-snapshot')
  const providers = { hubspot: { accounts: ids.map((id) => ({ id, label: `Account ${id}` })), default: 'main' } }
  for (const [index, tenant] of tenants.entries()) {
    const name = index === 217 ? 'Müller & Söhne' : `Number ${index}`
    await gateway.admin('PUT', `/admin/tenants/${tenant}`, { name, status: 'active', providers })
  }
  for (const [index, { tenant, id }] of accounts.entries()) {
    const credential = credentialOf(index)
    const path = `/admin/tokens/${tenant}/hubspot/${id}`
    if (credential) await gateway.admin('PUT', path, credential)
    if (index % 9 === 0) await gateway.admin('POST', `${path}/test`)
  }
  for (let n = 0; n < 320; n++) {
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'customer-1001', label: `Program ${n}`, allow: ['*:read'] })
  }
  browser = await openConsole(gateway.url, gateway.adminKey)
})
afterAll(async () => {
  await browser.close()
  await gateway.stop()
  await hubspot.stop()
})

const trouble = (page: Page) => page.getByRole('region', { name: 'Accounts that need attention' })

test('what the overview says of accounts is of now, in groups that lead to the list', async () => {
  const page = await browser.openInTest()
  await trouble(page).waitFor()
  const rows = (await trouble(page).getByRole('row').allTextContents()).slice(1)
  expect(rows).toEqual([
    'Rejected by the provider134hubspot 134',
    'Expired133hubspot 133',
    'No credential stored133hubspot 133',
  ])
  await page.getByText('Last probe of an account: never').waitFor()
  await trouble(page).getByRole('link', { name: 'Rejected by the provider' }).click()
  await page.waitForURL('**/accounts?state=rejected')
  const list = page.getByRole('region', { name: 'Accounts', exact: true })
  await list.waitFor()
  await expect.poll(() => list.getByRole('row').count()).toBe(135)
})

test('without calls, the overview leads to the tokens of the tenants that there are', async () => {
  const page = await browser.openInTest()
  await page.getByText('No calls in the last 24 hours').waitFor()
  await page.locator('#content').getByRole('link', { name: 'Show the tokens' }).waitFor()
  expect(await page.getByText('Create a tenant').count()).toBe(0)
})

test('times and the chosen tenant can be read whole', async () => {
  const page = await browser.openInTest('/accounts', { viewport: { width: 1440, height: 900 } })
  const list = page.getByRole('region', { name: 'Accounts', exact: true })
  await list.locator('time').first().waitFor()
  const cut = `[...document.querySelectorAll('td:has(time)')].filter((cell) => cell.scrollWidth > cell.clientWidth).length`
  expect(await page.evaluate(cut)).toBe(0)
  await page.getByLabel('Tenant').selectOption('customer-1218')
  expect(await page.getByLabel('Tenant').getAttribute('title')).toBe('Müller & Söhne (customer-1218)')
})

test.each([390, 1440])('the overview is a few screens high on %i pixels, however much is wrong', async (width) => {
  await run('health-snapshot')
  await run('suggestions')
  const height = 900
  const page = await browser.openInTest('', { viewport: { width, height } })
  await trouble(page).waitFor()
  await browser.settled(page)
  await page.screenshot({ path: join(pictures, `many-${width}-overview.png`), fullPage: true })
  expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(5 * height)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
  await page.getByRole('link', { name: /^All \d+ open suggestions$/ }).waitFor()
})

/** Buttons and links that reach out of their cell, or cells that reach out of the table. */
const outside = `(() => {
  const isWithin = (inner, outer) => inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5
  const box = (element) => element.getBoundingClientRect()
  const cells = [...document.querySelectorAll('tbody tr td:last-child')]
  return cells.flatMap((cell) => [
    ...[...cell.querySelectorAll('button, a')].filter((element) => !isWithin(box(element), box(cell))),
    ...(isWithin(box(cell), box(cell.closest('table'))) ? [] : [cell]),
  ]).length
})()`

test.each([390, 768, 1440, 2560])('on %i pixels each button of a list is in its row', async (width) => {
  const page = await browser.openInTest('/tenants', { viewport: { width, height: 900 } })
  for (const [name, path] of [
    ['Accounts', '/accounts'],
    ['Accounts', '/accounts?tenant=customer-1001'],
    ['Tokens', '/tokens?tenant=customer-1001'],
    ['Suggestions', '/suggestions'],
    ['Tenants', '/tenants'],
  ] as const) {
    await page.goto(`${gateway.url}/console${path}`)
    const list = page.getByRole('region', { name, exact: true })
    await list.waitFor()
    await browser.settled(page)
    expect([path, await page.evaluate(outside)]).toEqual([path, 0])
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width])
    // What is on the right is reached by scrolling the list alone.
    const last = list.getByRole('row').nth(1).getByRole('button').last()
    if ((await last.count()) > 0) await last.click({ trial: true })
    await page.screenshot({ path: join(pictures, `many-${width}-${path.slice(1).replaceAll(/[^a-z]+/g, '-')}.png`) })
  }
})

test('a credential is stored where there is none, and replaced where there is one', async () => {
  const page = await browser.openInTest('/accounts?state=missing')
  const buttons = () => page.getByRole('row').nth(1).getByRole('button').allTextContents()
  await expect.poll(buttons).toEqual(['Store', 'Connect link'])
  await page.goto(`${gateway.url}/console/accounts?state=rejected`)
  await expect.poll(buttons).toEqual(['Test now', 'Replace', 'Connect link', 'Remove'])
})

test('a tenant is found by its name, on its screen and with Ctrl-K; the URL keeps what was looked for', async () => {
  const page = await browser.openInTest('/tenants')
  await page.getByLabel('Find a tenant').fill('MÜLLER')
  await page.waitForURL('**/tenants?q=M%C3%9CLLER')
  const rows = page.getByRole('region', { name: 'Tenants', exact: true }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(1)
  expect(await rows.textContent()).toContain('customer-1218')
  await page.reload()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByLabel('Find a tenant').fill('nobody has this name')
  await page.getByText('No tenant has "nobody has this name"').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('söhne')
  await page.getByRole('option', { name: 'Tenant Müller & Söhne (customer-1218)' }).click()
  await page.waitForURL('**/tenants/customer-1218')
})
