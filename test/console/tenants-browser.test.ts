// Test lanes: browser, long

/** Tenants in the console, in a real Chromium: from a name to a call that works, changed, and deleted. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantJson } from '../../server/admin/resources/tenants/body.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { chooseFor, findDialog, pick } from './choose.ts'
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
  const id = page.getByLabel('Id', { exact: true })
  await page.getByLabel('Name', { exact: true }).fill('Initéch & Sons')
  expect(await id.inputValue()).toBe('initech-sons')
  await id.fill('globex')
  await page.getByLabel('Name', { exact: true }).fill('Initech')
  expect(await id.inputValue()).toBe('globex')
  // Enter takes the first provider that was found.
  await page.getByText('Choose the provider of the first account.').waitFor()
  await page.getByLabel('Provider').fill('hubspot')
  await page.locator('[role=option][data-highlighted]').filter({ hasText: 'HubSpot CRM' }).waitFor()
  await page.getByLabel('Provider').press('Enter')
  await make.click()
  await page.getByText('The tenant globex already exists').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Initech')
  await id.fill('initech')
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
  await page.getByLabel('Label', { exact: true }).fill('The web shop')
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
  await page.getByRole('heading', { name: 'Attempts at the provider' }).waitFor()
})

test('a tenant is changed after its differences were shown: its accounts are rows, and a provider is added', async () => {
  await stage.ready('acme')
  const page = await browser.openInTest('/tenants/acme/accounts')
  const dialog = findDialog(page)
  await page.getByRole('button', { name: 'Add or change accounts' }).click()
  const hubspot = dialog.getByRole('group', { name: 'HubSpot CRM' })
  expect(await dialog.getByRole('group').count()).toBeLessThan(5)
  await hubspot.getByRole('button', { name: 'Add an account' }).click()
  await hubspot.getByLabel('Account', { exact: true }).nth(1).fill('second')
  await hubspot.getByLabel('Display name').nth(1).fill('Second')
  await pick(dialog, 'Another provider', 'GitHub')
  await dialog.getByRole('button', { name: 'Review the changes' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).waitFor()
  const changes = (await dialog.getByRole('listitem').allTextContents()).join(' ')
  for (const change of ['"second"', 'providers.github']) expect(changes).toContain(change)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  const { body } = await stage.admin('GET', '/admin/tenants/acme')
  expect(body).toMatchObject({
    providers: {
      hubspot: { accounts: [{ id: 'main' }, { id: 'second', label: 'Second' }], default: 'main' },
      github: { accounts: [{ id: 'main' }], default: 'main' },
    },
  })
  await page.getByRole('button', { name: 'Add or change accounts' }).click()
  await dialog.getByRole('group', { name: 'Stripe' }).getByRole('button', { name: 'Remove the account main' }).click()
  await dialog.getByRole('button', { name: 'Review the changes' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByText('Check the box below to delete their stored data').waitFor()
  await dialog.getByLabel('Also delete what is stored for stripe/main').check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  expect((await stage.admin('GET', '/admin/tokens/acme')).body.credentials).toMatchObject([{ provider: 'hubspot' }])
  await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
  await page.getByRole('button', { name: 'Delete the tenant' }).click()
  await dialog.getByLabel('Type acme to confirm').fill('acme')
  await dialog.getByRole('button', { name: 'Delete the tenant' }).click()
  await page.waitForURL('**/console/tenants')
  expect((await stage.admin('GET', '/admin/tenants/acme')).status).toBe(404)
})

test('each option of a tenant has a field, and keeps its value', async () => {
  const waiting = { approval_hours: 48, approvals_needed: 2 }
  const options = { allow_raw: true, tools: 'search', max_result_bytes: 2048, calls_per_minute: 7, self_connect: true }
  const policy = { allow: ['hubspot:read'], deny: ['hubspot:write'], ask: ['hubspot:create'] }
  const tenant = { name: 'Hooli', status: 'active', providers: {}, options: { ...options, ...waiting, ...policy } }
  expect((await stage.admin('PUT', '/admin/tenants/hooli', tenant)).status).toBe(201)
  const page = await browser.openInTest('/tenants/hooli/settings')
  await page.getByRole('button', { name: 'Save changes' }).waitFor()
  const names = await page.evaluate("[...document.querySelectorAll('form [name]')].map(({ name }) => name)")
  // The lists of the policy are on the tab Access, which tries them on what was called.
  const own = Object.keys(tenantJson.properties.options.properties).filter((name) => !(name in policy))
  expect(names).toEqual(expect.arrayContaining(own))
  await page.getByLabel('Largest result (bytes)').fill('4096')
  await page.getByLabel('Callers may connect accounts').uncheck()
  // The changes stand above the button that saves them.
  await page.getByText('options.self_connect').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Hooli is saved.').first().waitFor()
  const stored = (await stage.admin('GET', '/admin/tenants/hooli')).body.options
  expect(stored).toEqual({ ...options, ...waiting, ...policy, max_result_bytes: 4096, self_connect: false })
})

test('a token for some actions is made by checking boxes, shown once, works for them alone, and is revoked', async () => {
  await stage.ready('umbrella')
  const page = await browser.openInTest('/tenants/umbrella/tokens')
  await page.getByRole('button', { name: 'Create a token' }).first().click()
  const dialog = findDialog(page)
  await dialog.getByLabel('Label', { exact: true }).fill('The web shop')
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
  expect(await row.textContent()).toContain('search at HubSpot CRM')
  await chooseFor(row, 'Revoke')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(() => row.count()).toBe(0)
  expect(await statusOf(searchFor('ada@example.org'))).toBe(401)
})

test('a tenant is suspended from the list, and active again when that is undone', async () => {
  await stage.ready('stark')
  const page = await browser.openInTest('/tenants?q=stark')
  const row = page.getByRole('row', { name: /stark/ })
  const status = async () => (await stage.admin('GET', '/admin/tenants/stark')).body.status
  await chooseFor(row, 'Suspend')
  await findDialog(page).getByRole('button', { name: 'Suspend' }).click()
  await row.getByText('Suspended').waitFor()
  expect(await status()).toBe('suspended')
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByText('Active').waitFor()
  expect(await status()).toBe('active')
})

test('a token is rotated: the new one works at once, and the old one for as long as was chosen', async () => {
  await stage.ready('wayne')
  const made = await stage.admin('POST', '/admin/auth', { tenant_id: 'wayne', label: 'Nightly import' })
  const page = await browser.openInTest('/tokens?q=Nightly')
  await chooseFor(page.getByRole('row', { name: /Nightly import/ }), 'Rotate')
  const dialog = findDialog(page)
  await dialog.getByLabel('The old token stops').selectOption({ label: 'after an hour' })
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  const token = (await dialog.locator('pre').textContent()) ?? ''
  expect(token).not.toBe(made.body.token)
  for (const one of [token, made.body.token]) {
    expect((await stage.call('wayne', 'hubspot', searchFor('ada@example.org'), { token: one })).status).toBe(200)
  }
  const { tokens } = (await stage.admin('GET', '/admin/auth/wayne')).body
  const before = tokens.find((one: { token_id: string }) => one.token_id === made.body.token_id)
  expect(before.expires_at - Date.now() / 1000).toBeLessThanOrEqual(3600)
})

test('all tenants that a filter selects are suspended, not only those of the page, and what failed is told by name', async () => {
  const ids = Array.from({ length: 52 }, (_, nth) => `vandelay-${nth}`)
  for (const id of ids) {
    await stage.admin('PUT', `/admin/tenants/${id}`, {
      name: `Vandelay ${id.slice(9)}`,
      status: 'active',
      providers: {},
    })
  }
  const page = await browser.openInTest('/tenants?q=vandelay')
  const refusal = { error: 'The store is busy', code: 'UNAVAILABLE', status: 503, request_id: 'busy' }
  await page.route('**/admin/tenants/vandelay-7', (route) => route.fulfill({ status: 503, json: refusal }))
  const list = page.getByRole('region', { name: 'Tenants', exact: true })
  await list
    .getByRole('checkbox', { name: /^Select Vandelay|^Select vandelay/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Suspend all that match' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Suspend 52 tenants' }).waitFor()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByText('51 tenants are suspended.').waitFor()
  await dialog.getByRole('alert').getByText('1 could not be changed').waitFor()
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('Vandelay 7')])
  const suspended = await stage.admin('GET', '/admin/tenants?q=vandelay&status=suspended&limit=100')
  expect(suspended.body.tenants).toHaveLength(51)
})

test('all tokens that a filter selects are revoked, and no others', async () => {
  await stage.ready('kramerica')
  for (const label of ['Old 1', 'Old 2', 'Old 3', 'New']) {
    await stage.admin('POST', '/admin/auth', { tenant_id: 'kramerica', label: `Kramerica ${label}` })
  }
  const page = await browser.openInTest('/tokens?q=Kramerica%20Old')
  await page.getByRole('checkbox', { name: 'Select Kramerica Old 1' }).check()
  await page.getByRole('button', { name: 'Revoke all that match' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Revoke 3 tokens' }).waitFor()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByText('3 tokens are revoked.').waitFor()
  const { tokens } = (await stage.admin('GET', '/admin/auth/kramerica')).body
  const labels = tokens.map(({ label }: { label: string | null }) => label)
  expect(labels.filter((label: string | null) => label?.startsWith('Kramerica'))).toEqual(['Kramerica New'])
})
