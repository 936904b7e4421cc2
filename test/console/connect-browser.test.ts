/** Connect links in the console, in a real Chromium: made, copied, followed and ended. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../connect/start-vendor.ts'
import { type Stage, startStage } from '../e2e/stage.ts'
import { answer } from '../providers/scripted.ts'
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
  await page.getByLabel('Tenant').first().selectOption('acme')
  await page.getByLabel('Provider').selectOption('stripe')
  await page.getByLabel('Account').fill('second')
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const url = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(url).toBe(await page.locator('pre').textContent())

  const row = page.getByRole('region', { name: 'Links' }).getByRole('row', { name: /acme stripe\/second/ })
  await row.getByText('Not opened yet').waitFor()
  const owner = createBrowser()
  const { hidden } = await owner.visit(url)
  await row.getByText('Opened').waitFor({ timeout: 60_000 })
  stage.stripe.play(answer(401, { error: { message: 'Invalid API Key provided' } }))
  await owner.visit(url, { ...hidden, secret: 'sk_test_wrong' })
  await row.getByText('The last try failed').waitFor({ timeout: 60_000 })
  expect(await row.textContent()).toContain('401')

  await row.getByRole('button', { name: 'End the link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the link' }).click()
  await row.getByText('An administrator ended the link').waitFor()
  expect(await row.getByRole('button').count()).toBe(0)
  expect((await owner.visit(url)).text).toContain('This link has expired')
  await row.getByRole('link').click()
  await page.getByRole('heading', { name: 'acme stripe/second' }).waitFor()
})
