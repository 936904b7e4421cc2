// Test lanes: browser

/** The API reference in a real Chromium. Not run where there is none (see `findChromium`). */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startStage } from '../e2e/stage.ts'
import { chromiumOptions } from '../oauth/chromium.ts'

const screenshots = join(import.meta.dirname, '../../test-results/reference')

let browser: Browser
let stage: Stage
let page: Page
/** What the page asked for, and what the browser complained of. */
const requests: string[] = []
const complaints: string[] = []

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true })
  browser = await chromium.launch(chromiumOptions())
  stage = await startStage()
  await stage.ready('acme')
  page = await browser.newPage({ viewport: { width: 1280, height: 1000 } })
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${stage.url}/docs`)
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
})

/** Of so many operations the page makes only those that are in sight; whoever looks for one filters them. */
const filter = (text: string) => page.getByPlaceholder('Filter by tag or path').fill(text)
const operation = (id: string) => page.locator(`#operations-${id}`)
const open = async (id: string) => {
  await operation(id).locator('.opblock-summary-control').click()
  await operation(id).locator('.responses-inner').first().waitFor()
  await operation(id).screenshot({ path: join(screenshots, `${id}.png`) })
  return operation(id).textContent()
}

test('the page shows a call with its actions, and an admin route with its parameters and answers', async () => {
  await operation('Calls-call-airtable').waitFor()
  await page.screenshot({ path: join(screenshots, 'page.png') })
  await filter('Calls')
  await operation('Calls-call-zoom').waitFor()
  const call = await open('Calls-call-hubspot')
  for (const shown of ['Call an action of HubSpot CRM', 'Search CRM records', '"action": "list"', 'RATE_LIMITED']) {
    expect(call).toContain(shown)
  }
  await filter('Tenants')
  const route = await open('Tenants-put_tenant')
  for (const shown of ['Create or replace a tenant', 'role operator', 'prune', '"Acme"', 'The tenant, created']) {
    expect(route).toContain(shown)
  }
})

test('an administrator sends a request from the page, with the key typed there', async () => {
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const dialog = page.locator('.dialog-ux')
  await dialog.getByLabel('auth-api-key-value').or(dialog.locator('input[id*=api_key]')).first().fill(stage.adminKey)
  await dialog.getByRole('button', { name: 'Apply credentials' }).nth(1).click()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  const list = operation('Tenants-list_tenants')
  await list.locator('.opblock-summary-control').click()
  await list.getByRole('button', { name: 'Try it out' }).click()
  await list.getByRole('button', { name: 'Execute' }).click()
  await list.locator('.live-responses-table').waitFor()
  expect(await list.locator('.live-responses-table').textContent()).toContain('"id": "acme"')
})

test('no request leaves the origin, and the browser has no complaint', () => {
  expect(requests.length).toBeGreaterThanOrEqual(6)
  expect(requests.filter((url) => !url.startsWith(`${stage.url}/`) && !url.startsWith('data:'))).toEqual([])
  expect(complaints).toEqual([])
})
