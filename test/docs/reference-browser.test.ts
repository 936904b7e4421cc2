// Test lanes: browser, long

/** The API reference in a real Chromium. Not run where there is none (see `findChromium`). */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished, test } from 'vitest'
import { type Stage, startStage } from '../e2e/stage.ts'
import { chromiumOptions } from '../oauth/chromium.ts'
import { forms, lookAt } from '../oauth/look-at.ts'
import { everyThird } from '../times.ts'

const screenshots = join(import.meta.dirname, '../../test-results/reference')

let browser: Browser
let stage: Stage
let page: Page
/** The page's requests, and the browser's complaints. */
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
  await page.addInitScript(noteSpecs)
  await page.goto(`${stage.url}/docs`)
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
})

/** Notes in the page how long the documents are that the library is given: with all of ours it takes many seconds. */
const noteSpecs = `{
  globalThis.givenSpecs = []
  let library
  Object.defineProperty(globalThis, 'SwaggerUIBundle', {
    get: () => library,
    set(bundle) {
      library = Object.assign((options) => {
        givenSpecs.push(JSON.stringify(options.spec).length)
        return bundle(options)
      }, bundle)
    },
  })
}`
const longestSpec = 250_000

const search = (text: string) => page.getByRole('searchbox', { name: 'Search' }).fill(text)
const operation = (id: string) => page.locator(`details.operation[id="${id}"]`)
const open = async (id: string) => {
  await operation(id).locator('> summary').click()
  await operation(id).locator('.responses-inner').first().waitFor()
  await operation(id).screenshot({ path: join(screenshots, `${id}.png`) })
  return operation(id).textContent()
}

test('every operation is there before any library, and a search finds one by its words', async () => {
  expect(await operation('call-airtable').isVisible()).toBe(true)
  expect(requests.filter((url) => /swagger|openapi/.test(url))).toEqual([])
  await page.screenshot({ path: join(screenshots, 'page.png') })
  await search('rotate TOKEN')
  expect(await page.locator('details.operation:visible').count()).toBeLessThan(5)
  await search('no such thing')
  await page.getByText('No operation has these words.').waitFor()
  await search('')
})

test('the page shows a call with its actions, and an admin route with its parameters and answers', async () => {
  const call = await open('call-hubspot')
  for (const shown of ['Call an action of HubSpot CRM', 'Search CRM records', '"action": "list"', 'RATE_LIMITED']) {
    expect(call).toContain(shown)
  }
  const route = await open('put_tenant')
  for (const shown of ['Create or replace a tenant', 'role operator', 'prune', '"Acme"', 'The tenant, created']) {
    expect(route).toContain(shown)
  }
})

test('the library is given an operation and what it refers to, not the whole document', async () => {
  const given: number[] = await page.evaluate('givenSpecs')
  expect(given).toHaveLength(2)
  expect(Math.max(...given)).toBeLessThan(longestSpec)
})

test('an operation has samples in three languages', async () => {
  const samples = operation('put_tenant').locator('.samples')
  expect(await samples.textContent()).toContain('curl -X PUT "$PATCHBAY_URL/admin/tenants/acme"')
  await samples.getByText('Python', { exact: true }).click()
  expect(await samples.getByText('requests.put(').isVisible()).toBe(true)
})

test('a link to an operation opens it', async () => {
  await page.goto(`${stage.url}/docs#get_tenant`)
  await page.reload()
  await operation('get_tenant').locator('.responses-inner').first().waitFor()
  expect(await operation('put_tenant').getAttribute('open')).toBeNull()
})

test('an administrator sends a request from the page, with the key typed once', async () => {
  await operation('get_tenant').getByRole('button', { name: 'Authorize' }).first().click()
  const dialog = page.locator('.dialog-ux')
  await dialog.getByLabel('auth-api-key-value').or(dialog.locator('input[id*=api_key]')).first().fill(stage.adminKey)
  await dialog.getByRole('button', { name: 'Apply credentials' }).nth(1).click()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await open('list_tenants')
  const list = operation('list_tenants')
  await list.getByRole('button', { name: 'Try it out' }).click()
  await list.getByRole('button', { name: 'Execute' }).click()
  await list.locator('.live-responses-table').waitFor()
  expect(await list.locator('.live-responses-table').textContent()).toContain('"id": "acme"')
})

it.each(everyThird(forms))('the page is whole and without findings of axe: $size, $colorScheme', async (form) => {
  const { viewport, colorScheme } = form
  const other = await browser.newPage({ viewport, colorScheme })
  onTestFinished(() => other.close())
  await other.goto(`${stage.url}/docs`)
  await lookAt(other, 'docs', form, 'reference')
  await other.goto(`${stage.url}/docs/guide/calls`)
  await lookAt(other, 'guide', form, 'reference')
  await other.goto(`${stage.url}/docs/nothing`)
  await other.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  await lookAt(other, 'nothing', form, 'reference')
})

test('no request leaves the origin, and the browser has no complaint', () => {
  expect(requests.length).toBeGreaterThanOrEqual(6)
  expect(requests.filter((url) => !url.startsWith(`${stage.url}/`) && !url.startsWith('data:'))).toEqual([])
  expect(complaints).toEqual([])
})
