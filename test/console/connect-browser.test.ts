// Test lanes: browser

/** Connect links in the console, in a real Chromium: made, copied, followed and ended. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../connect/start-vendor.ts'
import { type Stage, startStage } from '../e2e/stage.ts'
import { answer } from '../providers/scripted.ts'
import { chooseFor, findDialog, pick, readMenu } from './choose.ts'
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

test('a link is made, copied, followed while its owner tries it, and ended', async () => {
  const page = await browser.openInTest('/connect')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByText('There is no link yet').waitFor()
  await page.getByRole('button', { name: 'Create a link' }).first().click()
  const dialog = findDialog(page)
  await pick(dialog, 'Tenant', 'acme')
  await pick(dialog, 'Provider', 'Stripe')
  await dialog.getByLabel('Account').fill('second')
  await dialog.getByRole('button', { name: 'Create a link' }).click()
  await dialog.getByRole('button', { name: /^Copy/ }).click()
  await dialog.getByRole('button', { name: 'Copied' }).waitFor()
  const url = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(url).toBe(await dialog.locator('pre').textContent())
  await dialog.getByRole('button', { name: 'Close' }).first().click()

  const row = page.getByRole('region', { name: 'Links' }).getByRole('row', { name: /stripe\/second/ })
  await row.getByText('Not opened yet').waitFor()
  const owner = createBrowser()
  const { hidden } = await owner.visit(url)
  await row.getByText('Opened').waitFor({ timeout: 60_000 })
  stage.stripe.play(answer(401, { error: { message: 'Invalid API Key provided' } }))
  await owner.visit(url, { ...hidden, secret: 'sk_test_wrong' })
  await row.getByText('The last attempt failed').waitFor({ timeout: 60_000 })
  await row.getByText('401').waitFor()

  await chooseFor(row, 'Revoke the link')
  await findDialog(page).getByRole('button', { name: 'Revoke the link' }).click()
  await row.getByText('An administrator ended the link').waitFor()
  expect(await readMenu(row)).not.toContain('Revoke the link')
  expect((await owner.visit(url)).text).toContain('This link has expired')
  await row.getByRole('link', { name: 'stripe/second' }).click()
  await page.getByRole('heading', { name: 'acme stripe/second' }).waitFor()
})

test('what an error says to do first is a link to where it is done, with what is known filled in', async () => {
  const page = await browser.openInTest('/connect')
  await page.getByText('No application is stored').waitFor()
  await page.getByRole('button', { name: 'Create a link' }).first().click()
  const dialog = findDialog(page)
  await pick(dialog, 'Tenant', 'acme')
  await pick(dialog, 'Provider', 'HubSpot')
  await dialog.getByLabel('Account').fill('third')
  await dialog.getByRole('button', { name: 'Create a link' }).click()
  const alert = page.getByRole('alert')
  expect(await alert.textContent()).toContain('Provider: has no OAuth application yet')
  expect(await alert.textContent()).not.toContain('/admin/')
  await alert.getByRole('link', { name: 'Store the application' }).click()
  await expect.poll(() => dialog.getByLabel('Provider', { exact: true }).inputValue()).toBe('HubSpot CRM')
  await dialog.getByLabel('Client id').fill('our-client')
  await dialog.getByRole('button', { name: 'Store an application' }).click()
  await page.getByRole('cell', { name: /our-client/ }).waitFor()
  await findDialog(page).waitFor({ state: 'detached' })
  const path = '/admin/apps/hubspot'
  const issuers = ['https://login.example.com']
  await stage.admin('PUT', path, { client_id: 'our-client', client_secret: 'first', issuers })
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'our-client' })
  await chooseFor(row, 'Renew or change')
  await dialog.getByLabel('Client secret').fill('second')
  await dialog.getByLabel('Secret ends').fill('2031-05-01')
  await dialog.getByRole('button', { name: 'Renew or change' }).click()
  await findDialog(page).waitFor({ state: 'detached' })
  expect((await stage.admin('GET', path)).body).toMatchObject({
    client_id: 'our-client',
    has_secret: true,
    issuers,
    secret_expires_at: '2031-05-01T00:00:00.000Z',
  })
})
