/** The documentation in a browser, as an installed gateway serves it: its policy for pages refuses much of what sites do. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPages } from '../../docs/.vitepress/pages.ts'
import { readPage } from '../docs/pages.ts'
import { chromiumOptions, findChromium } from '../oauth/chromium.ts'

const missing = findChromium() === undefined ? 'Chromium is not installed' : undefined

/** The most pixels of a page at a width of 1,280; `page-height.test.ts` estimates them. */
const mostPixels = 8000

/** Pages about the repository, which grow with it. */
const ofTheRepository = new Set(['CHANGELOG.md', 'CONTRIBUTING.md'])

/** Declares the tests of a gateway's `/docs/guide`. `findUrl` is asked when they run. */
export const testGuide = (findUrl: () => string): void => {
  describe.skipIf(missing)('has the documentation', { meta: { missing } }, () => {
    let browser: Browser
    let page: Page
    const complaints: string[] = []
    const open = (path: string) => page.goto(`${findUrl()}/docs/guide${path}`)
    beforeAll(async () => {
      browser = await chromium.launch(chromiumOptions())
      const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      page = await context.newPage()
      page.setDefaultTimeout(20_000)
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
    })
    afterAll(() => browser.close())

    test('whose home page leads to the first page', async () => {
      await open('')
      const heading = page.getByRole('heading', { level: 1 }).first()
      expect(await heading.textContent()).toContain("Your customers' accounts, one API.")
      await page.getByRole('link', { name: 'Get started' }).click()
      await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor()
    })

    test('in which a search finds a page', async () => {
      await open('')
      await page.getByRole('button', { name: 'Search' }).first().click()
      await page.getByPlaceholder('Search').fill('embed connect button')
      await page.getByRole('listbox').getByRole('link').first().click()
      await page.getByRole('heading', { level: 1, name: 'Let your customers connect' }).waitFor()
    })

    test('whose pages are copied for an agent as they are written', async () => {
      await open('/connect')
      await page.getByText('Copy for an agent').click()
      await page.getByText('Copied', { exact: true }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(readPage('docs/connect.md'))
    })

    test('which shows a program in the language that is chosen', async () => {
      await open('/clients/sdks')
      const [typescript, python] = [
        page.getByText('new StreamableHTTPClientTransport('),
        page.getByText('asyncio.run('),
      ]
      expect([await typescript.isVisible(), await python.isVisible()]).toEqual([true, false])
      await page.locator('.vp-code-group label', { hasText: 'Python' }).click()
      expect([await typescript.isVisible(), await python.isVisible()]).toEqual([false, true])
    })

    test('no page of which is longer than 8,000 pixels', { timeout: 300_000 }, async () => {
      const high: [string, number][] = []
      for (const [file, name] of findPages()) {
        if (ofTheRepository.has(file)) continue
        await open(`/${name.replace(/(index)?\.md$/, '')}`)
        await page.waitForLoadState('networkidle')
        const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
        if (height > mostPixels) high.push([file, height])
      }
      expect(high).toEqual([])
    })

    test('and nothing that the policy of the gateway refuses', () => {
      expect(complaints).toEqual([])
    })
  })
}
