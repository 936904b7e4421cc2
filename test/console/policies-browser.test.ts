// Test lanes: browser, long

/** The screen of policies in a real Chromium. Not run where there is none (see `findChromium`). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { forms } from '../oauth/look-at.ts'
import { chooseFor, findDialog } from './choose.ts'
import { type Console, openConsole } from './open-console.ts'

let stage: Stage
let browser: Console
/** A token with the label "CRM sync" that searched once and read once. */
let tokenId: string
beforeAll(async () => {
  stage = await startStage()
  browser = await openConsole(stage.url, stage.adminKey)
  await stage.ready('acme')
  await stage.ready('quiet')
  const { body } = await stage.admin('POST', '/admin/auth', { tenant_id: 'acme', label: 'CRM sync' })
  tokenId = body.token_id
  const { token } = body
  await stage.call('acme', 'hubspot', searchFor('ada@example.org'), { token })
  await stage.call('acme', 'hubspot', { action: 'list', object_type: 'deals' }, { token })
  await stage.call('acme', 'hubspot', { action: 'get', object_type: 'contacts', object_id: '404404' })
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
})

const refused = (page: Page) => page.getByRole('region', { name: 'Would have been refused' })
const tokenOf = async () => (await stage.admin('GET', `/admin/auth/acme/${tokenId}`)).body

/** Adds a pattern as a person does; the lists stand one below the other. */
const add = async (page: Page, to: 'Allow' | 'Deny', pattern: string): Promise<void> => {
  await page.getByLabel(`${to} a pattern`, { exact: true }).fill(pattern)
  await page.keyboard.press('Enter')
}

test('what a change of a token would have refused is seen before it is saved; the least policy is taken over', async () => {
  const page = await browser.openInTest('/tenants/acme/tokens')
  await chooseFor(page.getByRole('row', { name: /CRM sync/ }), 'Change its policy')
  await page.waitForURL(`**/tenants/acme/access?token=${tokenId}`)
  await page.getByText('This policy would have refused none of these calls.').waitFor()
  await page.getByText(/^Checked: 2 calls/).waitFor()

  await add(page, 'Deny', 'hubspot:search')
  const row = refused(page).getByRole('row', { name: /search/ })
  await row.getByText('denied by hubspot:search').waitFor()
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    'hubspot/main',
    'search',
    'Read',
    '1',
    expect.any(String),
    'denied by hubspot:search',
    'CRM sync (1)',
  ])
  await expect.poll(() => refused(page).getByRole('row').count()).toBe(2)
  expect((await tokenOf()).deny).toBeNull()

  await page.getByRole('button', { name: 'Remove hubspot:search' }).click()
  await page.getByText('This policy would have refused none of these calls.').waitFor()
  await page.getByRole('button', { name: 'Use the smallest policy' }).click()
  await page.getByRole('button', { name: 'Remove hubspot:list' }).waitFor()
  await page.getByRole('button', { name: 'Review the changes' }).click()
  const dialog = findDialog(page)
  expect(await dialog.locator('del').textContent()).toBe('Not set')
  expect(await dialog.locator('ins').textContent()).toBe('["hubspot:list","hubspot:search"]')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await tokenOf()).allow).toEqual(['hubspot:list', 'hubspot:search'])

  await page.getByLabel('Allow everything that is not denied').check()
  await page.getByRole('button', { name: 'Undo the changes' }).click()
  expect(await page.getByLabel('Allow everything that is not denied').isChecked()).toBe(false)
})

test('a pattern that names nothing is explained, and one that the provider has is offered', async () => {
  const page = await browser.openInTest('/tenants/acme/access')
  await add(page, 'Deny', 'hubspot:serch')
  await page.getByRole('alert').getByText('did you mean `search`?').waitFor()
  await page.getByRole('button', { name: 'Remove hubspot:serch' }).click()
  await page.getByText('This policy would have refused none of these calls.').waitFor()
  // For what is denied and for what is asked about.
  await expect.poll(() => page.locator('datalist option[value="hubspot:search"]').count()).toBe(2)
})

test('the tenant’s own policy that somebody else changed meanwhile is not overwritten', async () => {
  const page = await browser.openInTest('/tenants/acme')
  await page.getByRole('link', { name: 'Access' }).click()
  await page.waitForURL('**/tenants/acme/access')
  await add(page, 'Deny', '*:write')
  await page.getByText('This policy would have refused none of these calls.').waitFor()
  await stage.admin('PATCH', '/admin/tenants/acme', { name: 'Acme Ltd' })
  await page.getByRole('button', { name: 'Review the changes' }).click()
  await findDialog(page).getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('alert').getByText('Somebody else changed it').waitFor()
  expect((await stage.admin('GET', '/admin/tenants/acme')).body.options.deny).toBeUndefined()
})

test('a viewer may look what a change would do, and is offered no way to save it', async () => {
  const { body } = await stage.admin('POST', '/admin/keys', { name: 'Viewer', role: 'viewer' })
  const page = await browser.open('/policies?tenant=acme')
  onTestFinished(() => page.context().close())
  await browser.signIn(page, body.key)
  await add(page, 'Deny', 'hubspot:get')
  await refused(page).getByRole('row', { name: /get/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Review the changes' }).count()).toBe(0)
  browser.expectNoComplaint()
})

test('a rule with amounts, counts, recipients and exceptions is built by its form, read back, and refused where it is wrong', async () => {
  const page = await browser.openInTest('/tenants/quiet/access')
  await page.getByLabel('Allow everything that is not denied').uncheck()
  await add(page, 'Allow', 'stripe:create_payment_intent')
  const form = page.getByRole('group').filter({ hasText: 'Conditions of stripe:create_payment_intent' })
  await form.getByText('Conditions of stripe:create_payment_intent').click()
  await form.getByLabel('Currency').fill('eur')
  await form.getByLabel('Amount up to').fill('50.00')
  await form.getByLabel('Calls a day').fill('20')
  await add(page, 'Allow', '*:read')
  await page.getByLabel('Ask before a pattern', { exact: true }).fill('*:sends')
  await page.keyboard.press('Enter')
  const asks = page.getByRole('group').filter({ hasText: 'Conditions of *:sends' })
  await asks.getByText('Conditions of *:sends').click()
  await asks.getByLabel('Recipients in these domains').fill('acme.com, *.acme.com')
  await asks.getByLabel('Except').fill('gmail:create_draft')
  // An amount without its currency is none, and the gateway says so beside the form.
  await form.getByLabel('Currency').fill('')
  await page.getByRole('alert').first().waitFor()
  await form.getByLabel('Currency').fill('EUR')
  await page
    .getByText(/^Checked:|No calls in the last 30 days/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Review the changes' }).click()
  const dialog = findDialog(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { allow, ask } = (await stage.admin('GET', '/admin/tenants/quiet')).body.options
  expect([allow, ask]).toEqual([
    [
      {
        pattern: 'stripe:create_payment_intent',
        roles: { amount: { currency: 'EUR', maximum: '50.00' } },
        per: { day: 20 },
      },
      '*:read',
    ],
    [
      {
        pattern: '*:sends',
        roles: { recipient: { domain: ['acme.com', '*.acme.com'] } },
        except: ['gmail:create_draft'],
      },
    ],
  ])
  await page.reload()
  await form.getByText('Conditions of stripe:create_payment_intent').click()
  expect(await form.getByLabel('Amount up to').inputValue()).toBe('50.00')
  expect(await form.getByLabel('Calls a day').inputValue()).toBe('20')
  await form.getByLabel('Calls a day').fill('')
  await page.getByRole('button', { name: 'Review the changes' }).click()
  await findDialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(async () => (await stage.admin('GET', '/admin/tenants/quiet')).body.options.allow[0].per)
    .toBeUndefined()
  await stage.admin('PATCH', '/admin/tenants/quiet', { options: { allow: null, ask: null } })
})

/** Both sizes and both colour schemes. */
const pictured = forms.filter(({ size, colorScheme }) =>
  ['phone dark', 'desktop light'].includes(`${size} ${colorScheme}`),
)

describe.each(pictured)('on a $size, $colorScheme', ({ viewport, colorScheme, size }) => {
  test('the screen fits, empty and full, and axe finds nothing', async () => {
    const page = await browser.openInTest('/tenants/quiet/access', { viewport, colorScheme })
    await page.getByText('No calls in the last 30 days').waitFor()
    await browser.look(page, 'access-empty', { size, viewport, colorScheme })
    await page.goto(`${stage.url}/console/tenants/acme/access`)
    await add(page, 'Deny', 'hubspot:read')
    await refused(page)
      .getByRole('row', { name: /search/ })
      .waitFor()
    await browser.settled(page)
    await browser.look(page, 'access', { size, viewport, colorScheme })
  })
})
