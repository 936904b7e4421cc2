// Test lanes: browser

/** Long lists, and the audit log with 100,000 entries, in a real Chromium. Not run where there is none (see `findChromium`). */
import { rmSync } from 'node:fs'
import type { AuditEntry } from '@patchbay/core/store'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { configuration } from '../contract/samples.ts'
import { startTestGateway, temporaryFolder } from '../gateway.ts'
import { type Console, openConsole } from './open-console.ts'

const folder = temporaryFolder()
const total = 100_000
/** How many entries the test scrolls through: four times as many as the page keeps. All of them would take five times as long. */
const depth = 20_000
const newest = Date.now() - 60_000

/** More tenants than fit one page of the API. Their numbers are equally long, so that sorting by text sorts by number. */
const tenantNumbers = Array.from({ length: 1200 }, (_, index) => 1001 + index)

/** The entry with this number: entry 0 is the newest, and each entry is a second older than the one before. */
const entry = (number: number): AuditEntry => {
  const at = newest - number * 1000
  return {
    id: Bun.randomUUIDv7('hex', at),
    at: new Date(at).toISOString(),
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
  page = await browser.openSigned('/audit?source=rest')
  await page.addInitScript(countShifts)
  await page.reload()
  await browser.settled(page)
})
afterAll(async () => {
  await browser.close()
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

/** The sum of layout shifts of rows. */
const countShifts = `
  globalThis.shiftsOfRows = 0
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      if (sources.some(({ node }) => node?.parentElement?.closest('table'))) shiftsOfRows += value
    }
  }).observe({ type: 'layout-shift', buffered: true })`

const rows = () => page.getByRole('region', { name: 'Audit log' }).locator('tbody tr[aria-rowindex]')
const memory = () => page.evaluate<number>('performance.memory.usedJSHeapSize')
/** What the reader sees in the middle of the window. */
const numberSeen = async (): Promise<number> => {
  const text = await page.evaluate<string>(
    "document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr')?.textContent ?? ''",
  )
  return Number(/entry-(\d+)/.exec(text)?.[1] ?? Number.NaN)
}

/** Scrolls on and on until this is so; how many rows there were at most. Scripted, as so many rows take hundreds of keys. */
const scrollUntil = (condition: string, to: 'scrollHeight' | '0'): Promise<number> =>
  page.evaluate<number>(`(async () => {
    let most = 0
    const rows = () => [...document.querySelectorAll('tbody tr[aria-rowindex]')]
    const isThere = (number) => ${condition}
    while (!rows().some(({ cells }) => isThere(Number(cells[3].textContent.replace('entry-', ''))))) {
      const { scrollHeight } = document.documentElement
      window.scrollTo(0, ${to})
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      most = Math.max(most, rows().length)
    }
    return most
  })()`)

test('a log of 100,000 entries scrolls, with few rows in the page and little of it in memory', async () => {
  expect(await browser.shifts(page)).toBeLessThan(0.01)
  const before = await memory()
  const most = await scrollUntil(`number >= ${depth}`, 'scrollHeight')
  const grown = (await memory()) - before
  expect(most).toBeLessThan(120)
  expect(grown).toBeLessThan(100_000_000)
  // There are more, and nobody has counted them.
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('-1')
})

test('by the keyboard and back: pages that were let go are read again in their places, and the newest entry is the first', async () => {
  await page.locator('#content').focus()
  const deep = await numberSeen()
  await page.keyboard.press('PageUp')
  await expect.poll(numberSeen).toBeLessThan(deep)
  // The page keeps fewer rows than this scrolls over.
  await page.evaluate('scrollBy(0, -7000 * 36)')
  await expect.poll(numberSeen).toBeLessThan(deep - 6900)
  await browser.settled(page)
  const index = await rows().nth(30).getAttribute('aria-rowindex')
  expect(await rows().nth(30).textContent()).toContain(`entry-${Number(index) - 2}`)
  await page.keyboard.press('Home')
  await scrollUntil('number === 0', '0')
  expect(await rows().first().getAttribute('aria-rowindex')).toBe('2')
  expect(await page.evaluate('shiftsOfRows')).toBe(0)
  browser.expectNoComplaint()
})

test('of a list with more rows than a page of the API, each is there and few are elements of the page', async () => {
  await page.goto(`${gateway.url}/console/tenants`)
  const found = page.getByRole('region', { name: 'Tenants' }).locator('tbody tr[aria-rowindex]')
  await found.first().waitFor()
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(tenantNumbers.length + 1))
  await page.locator('#content').focus()
  await page.keyboard.press('End')
  await found.getByText(`tenant-${tenantNumbers.at(-1)}`, { exact: true }).waitFor()
  expect(await found.count()).toBeLessThan(120)
  browser.expectNoComplaint()
})
