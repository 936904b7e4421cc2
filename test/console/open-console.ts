import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { chromiumOptions } from '../oauth/chromium.ts'
import { type forms, lookAt, takePicture } from '../oauth/look-at.ts'

const folder = 'console'
const pictures = join(import.meta.dirname, '../../test-results', folder)

/** Answers that a test asks for on purpose are told by the browser as well; they are not the fault of the page. */
const isOfAnswer = (text: string): boolean => text.startsWith('Failed to load resource')

/** The sum of layout shifts that nobody asked for (https://web.dev/articles/cls). */
const countShifts = `
  globalThis.shifts = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Well below the five minutes after which changes ask for the key again. */
const freshMs = 180_000

/** A browser whose pages collect what the console must not do: errors, violations of its policy, and requests elsewhere than to `others`. */
export const openConsole = async (url: string, adminKey: string, others: readonly string[] = []) => {
  mkdirSync(pictures, { recursive: true })
  // No sandbox: containers forbid its system calls, and all that is opened here is our own.
  const browser: Browser = await chromium.launch(chromiumOptions())
  const complaints: string[] = []
  const strangers: string[] = []
  const isStranger = (asked: string): boolean => ![url, ...others].some((origin) => asked.startsWith(`${origin}/`))

  let session: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
  let signedInAt = 0
  const pending = new WeakMap<Page, Set<unknown>>()

  const open = async (path = '', options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    // As long as a test may take: a busy machine is not a failure.
    context.setDefaultTimeout(120_000)
    await context.addInitScript(countShifts)
    const page = await context.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !isOfAnswer(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => isStranger(request.url()) && strangers.push(request.url()))
    const asked = new Set<unknown>()
    pending.set(page, asked)
    page.on('request', (request) => asked.add(request))
    page.on('requestfinished', (request) => asked.delete(request))
    page.on('requestfailed', (request) => asked.delete(request))
    await page.goto(`${url}/console${path}`)
    return page
  }

  const signIn = async (page: Page, key = adminKey): Promise<void> => {
    await page.getByLabel('Admin key').fill(key)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.locator('#content').waitFor()
    signedInAt = performance.now()
  }

  /** Waits until the screen has a heading and all that it asked for. */
  const settled = async (page: Page): Promise<void> => {
    await page.locator('#content h1').waitFor()
    // Each turn waits for the browser to render, which asks for what the last answer made necessary.
    do {
      await page.getByText('Loading…').first().waitFor({ state: 'hidden' })
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    } while (pending.get(page)?.size)
  }

  const openSigned = async (path = '', options: BrowserContextOptions = {}): Promise<Page> => {
    if (performance.now() - signedInAt > freshMs) session = undefined
    const page = await open(path, { ...(session && { storageState: session }), ...options })
    await page.locator('#content').or(page.getByLabel('Admin key')).waitFor()
    if ((await page.locator('#content').count()) === 0) await signIn(page)
    session = await page.context().storageState()
    return page
  }

  const expectNoComplaint = (): void => {
    expect([complaints, strangers]).toEqual([[], []])
  }

  const closeAfterTest = (page: Page): Page => {
    onTestFinished(async () => {
      await page.context().close()
      expectNoComplaint()
    })
    return page
  }

  return {
    open,
    signIn,
    settled,
    /** A page of the person who signed in first. A sign-in takes longer than most tests of a screen. */
    openSigned,
    /** Such a page for one test. */
    openInTest: async (...given: Parameters<typeof openSigned>): Promise<Page> =>
      closeAfterTest(await openSigned(...given)),
    /** Closes the page when the test ends, and expects no complaint of the browser. */
    closeAfterTest,
    /** A picture alone. */
    async picture(
      page: Page,
      name: string,
      { size, colorScheme }: Pick<(typeof forms)[number], 'size' | 'colorScheme'>,
    ) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, join(pictures, `${size}-${colorScheme}-${name}.png`))
    },
    /** Layout shifts since the page began to load. */
    shifts: (page: Page) => page.evaluate<number>('shifts'),
    /** A picture, and axe's findings. */
    look: (page: Page, name: string, form: (typeof forms)[number]) => lookAt(page, name, form, folder),
    /** The browser's reports of faults and of violations of the policy, and the other sites that the page visited. */
    expectNoComplaint,
    close: () => browser.close(),
  }
}

export type Console = Awaited<ReturnType<typeof openConsole>>
