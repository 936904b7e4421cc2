// Test lanes: browser, long

/** Bills, charts of the usage, changes and undelivered events in the console, in a real Chromium. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { forms } from '../oauth/look-at.ts'
import { startWebhookReceiver } from '../providers/webhook-receiver.ts'
import { chooseFor, findDialog } from './choose.ts'
import { type Console, openConsole } from './open-console.ts'

const receiver = startWebhookReceiver()
let stage: Stage
let browser: Console
beforeAll(async () => {
  const env = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: receiver.secret, ALLOWED_PRIVATE_HOSTS: receiver.host }
  stage = await startStage({ env })
  browser = await openConsole(stage.url, stage.adminKey)
  await stage.ready('acme')
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
  await receiver.stop()
})

/** A picture of each size and colour scheme, and axe's findings. */
const pictured = forms.filter(({ size, colorScheme }) => (size === 'phone') === (colorScheme === 'dark'))

test('what a tenant pays is set before its first call, and changed; what somebody else changed is not overwritten', async () => {
  const page = await browser.openInTest('/tenants/acme/usage')
  const dialog = findDialog(page)
  await page.getByText('No calls in this period').waitFor()
  await page.getByRole('button', { name: 'Change the plan' }).click()
  await dialog.getByLabel('Plan').fill('Team')
  await dialog.getByLabel('Currency').fill('eur')
  await dialog.getByLabel('Included calls per month').fill('1')
  await dialog.getByLabel('Price of each further call').fill('0.25')
  await dialog.getByLabel('Refuse calls over this limit').check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByLabel('Maximum billable calls per month').and(page.locator(':invalid')).waitFor()
  expect(await dialog.getByLabel('Price of each further call').inputValue()).toBe('0.25')
  await dialog.getByLabel('Maximum billable calls per month').fill('500')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('€0.00').waitFor()
  const { version, updated_at: _, ...plan } = (await stage.admin('GET', '/admin/billing/acme')).body
  expect(plan).toEqual({
    tenant_id: 'acme',
    plan: 'Team',
    currency: 'EUR',
    included_calls: 1,
    price_per_call: '0.25',
    monthly_limit: 500,
    hard_limit: true,
  })

  await page.getByRole('button', { name: 'Change the plan' }).click()
  await dialog.getByLabel('Plan').fill('Mine')
  await stage.admin('PUT', '/admin/billing/acme', { ...plan, version, plan: 'Theirs' })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByRole('alert').getByText('Somebody else changed it').waitFor()
  expect((await stage.admin('GET', '/admin/billing/acme')).body.plan).toBe('Theirs')
})

test('the usage is drawn by day and by provider, beside the tables', async () => {
  for (const email of ['ada@example.org', 'eve@example.org']) await stage.call('acme', 'hubspot', searchFor(email))
  await stage.call('acme', 'stripe', { action: 'get_balance' })
  const page = await browser.openInTest('/tenants/acme/usage')
  await expect.poll(() => page.locator('.uplot canvas').count()).toBe(1)
  for (const name of ['By provider', 'By action']) await page.getByRole('region', { name }).waitFor()
  await page.getByText('€0.50').waitFor()
  for (const form of pictured) {
    await page.setViewportSize(form.viewport)
    await page.emulateMedia({ colorScheme: form.colorScheme })
    await browser.look(page, 'usage-full', form)
  }
})

test('an event that the receiver refused is listed with the reason, tried again, and dropped', async () => {
  receiver.answer([500])
  const page = await browser.openInTest('/webhooks')
  const dialog = findDialog(page)
  await page.getByText('No events are waiting').waitFor()
  const testEvent = async () => {
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await dialog.getByRole('button', { name: 'Send a test event' }).click()
    await dialog.getByText('Not delivered').waitFor()
    await page.keyboard.press('Escape')
  }
  await testEvent()
  const rows = page.getByRole('region', { name: 'Webhooks' }).getByRole('row', { name: /webhook\.test/ })
  await rows.first().getByText('500').waitFor()
  for (const form of pictured) {
    await page.setViewportSize(form.viewport)
    await page.emulateMedia({ colorScheme: form.colorScheme })
    await browser.look(page, 'webhooks', form)
  }
  await chooseFor(rows.first(), 'Discard')
  await page.getByText('No events are waiting').waitFor()
  // For ten seconds it can be called off.
  await page.getByRole('button', { name: 'Undo' }).click()
  await rows.first().waitFor()
  await chooseFor(rows.first(), 'Discard')
  await page.getByText('No events are waiting').waitFor()
  await page.reload()
  await page.getByText('No events are waiting').waitFor()
  await testEvent()
  receiver.answer([204])
  await chooseFor(rows.first(), 'Send now')
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await dialog.getByText('Delivered', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('No events are waiting').waitFor()
  expect(receiver.received.filter(({ type }) => type === 'webhook.test')).toHaveLength(3)
})

test('nothing moves while a screen loads', async () => {
  const page = await browser.openInTest()
  // Movement after an action of the user is not a shift (https://github.com/WICG/layout-instability).
  await page.addInitScript(`
    globalThis.shift = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value
    }).observe({ type: 'layout-shift', buffered: true })`)
  const shifts: Record<string, number> = {}
  for (const path of ['', '/tenants/acme/usage', '/connect', '/tenants/acme', '/log', '/webhooks']) {
    await page.goto(`${stage.url}/console${path}`)
    await browser.settled(page)
    shifts[path] = await page.evaluate<number>('shift')
  }
  // 0.1 is what counts as good (https://web.dev/articles/cls).
  expect(Object.entries(shifts).filter(([, value]) => value >= 0.1)).toEqual([])
})

test.each(pictured.filter(({ size }) => size !== 'narrow'))(
  'a change is told with its values and put back, on a $size, $colorScheme',
  async (form) => {
    for (const calls_per_minute of [30, 600])
      await stage.admin('PATCH', '/admin/tenants/acme', { options: { calls_per_minute } })
    const page = await browser.openInTest('/changes', form)
    const change = page.getByRole('listitem').filter({ hasText: 'limit from 30 to 600 calls a minute' }).first()
    await change.getByRole('button', { name: 'Put it back' }).click()
    await browser.look(page, 'changes-put-back', form)
    await findDialog(page).getByRole('button', { name: 'Put it back' }).click()
    await page.getByText('limit from 600 to 30 calls a minute').first().waitFor()
    await expect.poll(() => change.getByRole('button', { name: 'Put it back' }).count()).toBe(0)
    expect((await stage.admin('GET', '/admin/tenants/acme')).body.options.calls_per_minute).toBe(30)
    await browser.settled(page)
    await browser.look(page, 'changes', form)
  },
)
