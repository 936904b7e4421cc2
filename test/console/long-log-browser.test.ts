// Test lanes: browser, long

import { rmSync } from 'node:fs'
import { type AuditEntry, noAuditExtras } from '@patchbay/core/store'
/** Long lists, and the audit log with 100,000 entries, in a real Chromium. Not run where there is none (see `findChromium`). */
import { isoTime } from '@patchbay/core/time'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { configuration } from '../contract/samples.ts'
import { startTestGateway, temporaryFolder } from '../gateway.ts'
import { type Console, openConsole } from './open-console.ts'

const folder = temporaryFolder()
const total = 100_000
const newest = Date.now() - 60_000

/** Their numbers are equally long, so that sorting by text sorts by number. */
const tenantNumbers = Array.from({ length: 1200 }, (_, index) => 1001 + index)

/** The entry with this number: entry 0 is the newest, and each entry is a second older than the one before. */
const entry = (number: number): AuditEntry => {
  const at = newest - number * 1000
  return {
    id: Bun.randomUUIDv7('hex', at),
    at: isoTime(new Date(at)),
    tenant: 'acme',
    action: `entry-${number}`,
    source: 'rest',
    key: 'hubspot/main',
    ip: '192.0.2.1',
    outcome: 'ok',
    code: null,
    status: 200,
    reason: null,
    tries: null,
    ...noAuditExtras,
    count: 1,
    cache: 'MISS',
    billable: true,
    token_id: 'a-token',
    request_id: `request-${number}`,
    duration_ms: 12,
    bytes: 100,
  }
}

let gateway: Awaited<ReturnType<typeof startTestGateway>>
let browser: Console
let page: Page
beforeAll(async () => {
  const store = openSqliteStore(folder)
  const numbers = Array.from({ length: total }, (_, index) => total - 1 - index)
  for (let at = 0; at < total; at += 10_000) await store.audit.append(numbers.slice(at, at + 10_000).map(entry))
  const put = { now: new Date(newest), prune: false }
  for (const number of tenantNumbers) await store.tenants.put(`tenant-${number}`, configuration(), put)
  await store.close()
  gateway = await startTestGateway({ env: { DATA_DIR: folder } })
  browser = await openConsole(gateway.url, gateway.adminKey)
  page = await browser.openSigned('/log?source=rest')
  await browser.settled(page)
})
afterAll(async () => {
  await browser.close()
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

const rows = (name = 'Log') => page.getByRole('region', { name, exact: true }).locator('tbody tr')
const next = () => page.getByRole('button', { name: 'Next' })
const previous = () => page.getByRole('button', { name: 'Previous' })

test('a log of 100,000 entries is turned page by page, back and forth, and nothing moves by itself', async () => {
  expect(await browser.shifts(page)).toBeLessThan(0.01)
  await expect.poll(() => rows().count()).toBe(50)
  expect(await rows().first().textContent()).toContain('entry-0')
  expect(await previous().isDisabled()).toBe(true)
  for (const first of [50, 100, 150]) {
    await next().click()
    await expect.poll(() => rows().first().textContent()).toContain(`entry-${first}hubspot`)
  }
  await previous().click()
  await expect.poll(() => rows().first().textContent()).toContain('entry-100hubspot')
  // Few rows are elements of the page, however far one goes.
  expect(await rows().count()).toBe(50)
  expect(await page.evaluate('scrollY')).toBe(0)
  browser.expectNoComplaint()
})

test('a page in the middle has an address: a reload, a shared link and the browser lead back to it', async () => {
  await page.reload()
  await expect.poll(() => rows().first().textContent()).toContain('entry-100hubspot')
  await page.goBack()
  await expect.poll(() => rows().first().textContent()).toContain('entry-150hubspot')
  const other = await browser.openSigned(
    new URL(page.url()).pathname.replace('/console', '') + new URL(page.url()).search,
  )
  const shared = other.getByRole('region', { name: 'Log', exact: true }).locator('tbody tr')
  await expect.poll(() => shared.first().textContent()).toContain('entry-150hubspot')
  await other.context().close()
})

test('the oldest entries are reached by a range of time', async () => {
  const at = new Date(newest - (total - 2) * 1000).toISOString()
  await page.goto(`${gateway.url}/console/log?source=rest&until=${at}`)
  await expect.poll(() => rows().count()).toBeLessThan(4)
  await expect.poll(() => rows().last().textContent()).toContain(`entry-${total - 1}`)
})

test('of 1,200 tenants the last is found by sorting, and each by a part of its name', async () => {
  await page.goto(`${gateway.url}/console/tenants?sort=id`)
  await rows('Tenants').first().waitFor()
  await page.getByRole('columnheader', { name: 'Id' }).getByRole('button').click()
  await expect.poll(() => rows('Tenants').first().textContent()).toContain(`tenant-${tenantNumbers.at(-1)}`)
  await expect.poll(() => rows('Tenants').count()).toBe(50)
  await page.getByLabel('Find by name or id').fill('tenant-1777')
  await expect.poll(() => rows('Tenants').count()).toBe(1)
  browser.expectNoComplaint()
})
