// Test lanes: browser

/** Tenants in the console, in a real Chromium: from a name to a call that works, changed, and deleted. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantJson } from '../../server/admin/resources/tenants/body.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { type Console, openConsole } from './open-console.ts'

let stage: Stage
let browser: Console
beforeAll(async () => {
  stage = await startStage()
  browser = await openConsole(stage.url, stage.adminKey)
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
})

test('a tenant is made, from its name to a call that works; what fails on the way loses nothing that was typed', async () => {
  const page = await browser.openInTest('/tenants')
  await page.getByRole('link', { name: 'Create a tenant' }).first().click()
  const make = page.getByRole('button', { name: 'Create a tenant' })
  expect(await make.isDisabled()).toBe(true)
  await stage.admin('PUT', '/admin/tenants/globex', { name: 'Globex', status: 'active', providers: {} })
  await page.getByLabel('Id', { exact: true }).fill('globex')
  await page.getByLabel('Name', { exact: true }).fill('Initech')
  await page.getByLabel('Provider').selectOption({ label: 'HubSpot CRM' })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await make.click()
  await page.getByText('The tenant globex already exists').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Initech')
  await page.getByLabel('Id', { exact: true }).fill('initech')
  await make.click()
  await page.waitForURL('**/tenants/new?tenant=initech')

  const account = page.getByRole('group', { name: 'hubspot/main' })
  await account.getByLabel('Access token or API key').fill('a-wrong-token')
  await account.getByRole('button', { name: 'Store' }).click()
  await account.getByText('401').waitFor()
  await account.getByRole('button', { name: 'Store another credential' }).click()
  await account.getByLabel('Access token or API key').fill('hubspot-access-token')
  await account.getByRole('button', { name: 'Store' }).click()
  await account.getByText('The credential works').waitFor()

  const call = page.getByRole('button', { name: 'Call', exact: true })
  expect(await call.isDisabled()).toBe(true)
  await page.getByLabel('Label').fill('The web shop')
  await page.getByRole('button', { name: 'Create a token' }).click()
  await page.getByText('It is shown only once').waitFor()
  const body = page.getByLabel('Request body (JSON)')
  const probe = await body.inputValue()
  await body.fill('{"action": "serch"}')
  await call.click()
  await page.getByText('The call failed').waitFor()
  expect(await page.getByText('"VALIDATION_ERROR"').isVisible()).toBe(true)
  await body.fill(probe)
  await call.click()
  await page.getByText('The call worked. The tenant is ready.').waitFor()
  expect(await page.getByText('"success": true').isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Show the call' }).click()
  await page.getByRole('heading', { name: /^Call / }).waitFor()
})

test('a tenant is changed after its differences were shown: its accounts are rows, and a provider is added', async () => {
  await stage.ready('acme')
  const page = await browser.openInTest('/tenants/acme')
  const dialog = page.getByRole('dialog')
  const hubspot = page.getByRole('group', { name: 'HubSpot CRM' })
  expect(await page.getByRole('group').count()).toBeLessThan(5)
  await hubspot.getByRole('button', { name: 'Add an account' }).click()
  await hubspot.getByLabel('Account', { exact: true }).nth(1).fill('second')
  await hubspot.getByLabel('Display name').nth(1).fill('Second')
  await page.getByLabel('Another provider').selectOption({ label: 'GitHub' })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Status').selectOption('suspended')
  await page.getByLabel('Allow', { exact: true }).fill('hubspot:read')
  await page.getByRole('button', { name: 'Review the changes' }).click()
  const changes = (await dialog.getByRole('listitem').allTextContents()).join(' ')
  for (const change of ['status"active""suspended"', 'options.allow["hubspot:read"]', '"second"', 'providers.github'])
    expect(changes).toContain(change)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const { body } = await stage.admin('GET', '/admin/tenants/acme')
  expect(body).toMatchObject({
    status: 'suspended',
    options: { allow: ['hubspot:read'] },
    providers: {
      hubspot: { accounts: [{ id: 'main' }, { id: 'second', label: 'Second' }], default: 'main' },
      github: { accounts: [{ id: 'main' }], default: 'main' },
    },
  })
  await page.getByRole('group', { name: 'Stripe' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Review the changes' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Check the box below to delete their stored data').waitFor()
  await dialog.getByLabel('Also delete what is stored for stripe/main').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect((await stage.admin('GET', '/admin/tokens/acme')).body.credentials).toMatchObject([{ provider: 'hubspot' }])
  await page.getByRole('button', { name: 'Delete the tenant' }).click()
  await dialog.getByRole('button', { name: 'Delete the tenant' }).click()
  await page.waitForURL('**/console/tenants')
  expect((await stage.admin('GET', '/admin/tenants/acme')).status).toBe(404)
})

test('each option of a tenant has a field, and keeps its value', async () => {
  const options = { allow_raw: true, tools: 'search', max_result_bytes: 2048, calls_per_minute: 7, self_connect: true }
  const policy = { allow: ['hubspot:read'], deny: ['hubspot:write'] }
  const tenant = { name: 'Hooli', status: 'active', providers: {}, options: { ...options, ...policy } }
  await stage.admin('PUT', '/admin/tenants/hooli', tenant)
  const page = await browser.openInTest('/tenants/hooli')
  await page.getByRole('button', { name: 'Review the changes' }).waitFor()
  const names = await page.evaluate("[...document.querySelectorAll('form [name]')].map(({ name }) => name)")
  expect(names).toEqual(expect.arrayContaining(Object.keys(tenantJson.properties.options.properties)))
  await page.getByLabel('Maximum size of an MCP result (bytes)').fill('4096')
  await page.getByLabel('Send callers a link to connect').uncheck()
  await page.getByRole('button', { name: 'Review the changes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const stored = (await stage.admin('GET', '/admin/tenants/hooli')).body.options
  expect(stored).toEqual({ ...options, ...policy, max_result_bytes: 4096, self_connect: false })
})

test('a token for some actions is made by checking boxes, shown once, works for them alone, and is revoked', async () => {
  await stage.ready('umbrella')
  const page = await browser.openInTest('/tokens?tenant=umbrella')
  await page.getByRole('button', { name: 'Create a token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label').fill('The web shop')
  const hubspot = dialog.getByRole('group', { name: 'HubSpot CRM' })
  const patterns = dialog.getByRole('status')
  await hubspot.getByLabel('All actions that read').check()
  await expect.poll(() => patterns.textContent()).toBe('hubspot:read')
  await hubspot
    .getByText(/^\d+ of \d+ actions$/)
    .first()
    .click()
  expect(await hubspot.getByLabel('search', { exact: true }).isDisabled()).toBe(true)
  await hubspot.getByLabel('All actions that read').uncheck()
  await hubspot.getByLabel('search', { exact: true }).check()
  await expect.poll(() => patterns.textContent()).toBe('hubspot:search')
  const stripe = dialog.getByRole('group', { name: 'Stripe' })
  await stripe
    .getByText(/^0 of \d+ actions$/)
    // Reads, writes, secrets.
    .nth(1)
    .click()
  await stripe.getByRole('searchbox', { name: 'Find an action' }).fill('create_refund')
  await expect.poll(() => stripe.locator('details[open]').getByRole('checkbox').count()).toBeLessThan(5)
  await page.keyboard.press('Enter')
  expect(await stripe.getByLabel('create_refund', { exact: true }).isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'Create a token' }).click()
  const token = (await dialog.locator('pre').textContent()) ?? ''
  const statusOf = async (body: object) => (await stage.call('umbrella', 'hubspot', body, { token })).status
  expect(await statusOf(searchFor('ada@example.org'))).toBe(200)
  expect(await statusOf({ action: 'list', object_type: 'contacts' })).toBe(403)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  const row = page.getByRole('row', { name: /The web shop/ })
  expect(await row.textContent()).toContain('hubspot:search')
  await row.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => row.count()).toBe(0)
  expect(await statusOf(searchFor('ada@example.org'))).toBe(401)
})
