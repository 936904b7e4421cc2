/**
 * `bun run bench:console [--rounds 5]`: how long the console's screens take in Chromium, on the store of 5,000 tenants and 20,000 accounts:
 * until the first content is there, until nothing loads any more, and from a click to the next picture. Writes its table in
 * docs/speed-beside.md, unless there are fewer rounds.
 */
import { parseArgs } from 'node:util'
import { makeKey } from '@patchbay/core/vault'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { fillLargeStore, largeCounts, largeTenant } from '../../test/console/stores/large-store.ts'
import { writeSection } from '../../test/docs/page-section.ts'
import { folderOnDisk } from '../../test/folders.ts'
import { onlyJobs } from '../../test/gateway.ts'
import { chromiumOptions } from '../../test/oauth/chromium.ts'
import { decimals, describeMachine, table } from './bench/markdown.ts'
import { median } from './figures/averages.ts'
import { startGateway } from './programs/start-gateway.ts'

const goals = { content: 1000, interaction: 100 }
/** The fewest runs with which the table is written. */
const fewest = 5
const { values } = parseArgs({ options: { rounds: { type: 'string', default: String(fewest) } } })
const rounds = Number(values.rounds)

/** Each screen, and what is clicked on it. */
const screens: readonly (readonly [path: string, click: string])[] = [
  ['/', 'a[href$="/console/log"]'],
  ['/log', 'button:has-text("Live")'],
  ['/suggestions', 'a[href$="/console/tenants"]'],
  ['/tenants', 'thead th button'],
  [`/tenants/${largeTenant(12)}`, 'a[href*="/accounts"]'],
  [`/tenants/${largeTenant(12)}/usage`, 'a[href*="/access"]'],
  ['/accounts', 'tbody button[aria-label^="Actions for"]'],
  ['/tokens', 'tbody button[aria-label^="Actions for"]'],
  ['/costs', 'thead th button'],
  ['/providers', 'a[href$="/console/jobs"]'],
  ['/providers/linear/activity', 'a[href$="/console/providers"]'],
]

/**
 * Notes when the screen has its heading and when nothing of it loads any more, and how long clicks take until the next picture
 * (https://www.w3.org/TR/event-timing/).
 */
const observe = `
  globalThis.seen = { content: 0, whole: 0, interaction: 0 }
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (['pointerdown', 'pointerup', 'click'].includes(name)) seen.interaction = Math.max(seen.interaction, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  const isLoading = ({ textContent }) => textContent.startsWith('Loading')
  const look = () => {
    const isThere = document.querySelector('#content h1') !== null
    if (isThere && seen.content === 0) seen.content = performance.now()
    if (isThere && ![...document.querySelectorAll('#content [role=status]')].some(isLoading)) seen.whole = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

interface Seen {
  readonly content: number
  readonly whole: number
  readonly interaction: number
}

const untilWhole = `new Promise((resolve) => {
  const look = () => (seen.whole > 0 ? resolve(seen) : requestAnimationFrame(look))
  look()
})`

const readSeen = (page: Page): Promise<Seen> => page.evaluate<Seen>('seen')

/** Clicks as a person does, and waits for two pictures, after which the browser has told how long the click took. */
const click = async (page: Page, selector: string): Promise<void> => {
  await page.locator(selector).first().click()
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  // Event timing is reported in its own task after the picture.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
}

const measure = async (context: BrowserContext, [path, selector]: (typeof screens)[number]): Promise<Seen> => {
  const page = await context.newPage()
  await page.goto(`${gateway.url}/console${path}`)
  const { content, whole } = await page.evaluate<Seen>(untilWhole)
  await page.evaluate('seen.interaction = 0')
  await click(page, selector)
  const { interaction } = await readSeen(page)
  await page.close()
  return { content, whole, interaction }
}

const dataDir = folderOnDisk()
await fillLargeStore(dataDir)
const snapshot = 'health-snapshot'
const gateway = await startGateway({
  DATA_DIR: dataDir,
  PATCHBAY_KEYS: makeKey(),
  CRONS: onlyJobs({ [snapshot]: '0 0 1 1 *', 'usage-roll-up': '* * * * *' }),
})
const { status, text } = await gateway.admin('POST', `/admin/jobs/${snapshot}/run`)
if (status !== 200) throw new Error(text)

// No sandbox: containers forbid its system calls, and all that is opened here is our own.
const browser = await chromium.launch(chromiumOptions())
const signedIn = await browser.newContext()
const first = await signedIn.newPage()
await first.goto(`${gateway.url}/console`)
await first.getByLabel('Admin key').fill(gateway.adminKey)
await first.getByRole('button', { name: 'Sign in', exact: true }).click()
await first.locator('#content h1').waitFor()
const storageState = await signedIn.storageState()

const seen = new Map<string, Seen[]>(screens.map(([path]) => [path, []]))
for (let round = 0; round < rounds; round++) {
  for (const screen of screens) {
    process.stderr.write(`\r\x1b[K${screen[0]}, round ${round + 1} of ${rounds}`)
    // A new context each time: nothing is in its cache, as for somebody who opens the console for the first time.
    const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
    await context.addInitScript(observe)
    seen.get(screen[0])?.push(await measure(context, screen))
    await context.close()
  }
}
process.stderr.write('\r\x1b[K')

const medianOf = (of: readonly Seen[], name: keyof Seen): string => decimals(median(of.map((one) => one[name])), 0)
const all = [...seen.values()].flat()
const rows = [...seen, ['**all**', all] as const].map(([path, of]) => [
  path,
  ...(['content', 'whole', 'interaction'] as const).map((name) => medianOf(of, name)),
])
const markdown = [
  table(['screen', 'first content, ms', 'all of it, ms', 'a click, ms'], rows),
  '',
  `Medians of ${rounds} loads without a cache, at 1440 by 900 pixels; goals: first content in ${goals.content} ms, a click in ${goals.interaction} ms. ` +
    `${largeCounts.tenants.toLocaleString('en')} tenants, ${largeCounts.accounts.toLocaleString('en')} accounts, ${largeCounts.calls.toLocaleString('en')} calls; browser and gateway on the same machine: ` +
    `${describeMachine()}, ${new Date().toISOString().slice(0, 10)}.`,
].join('\n')
console.log(markdown)
if (rounds >= fewest) await writeSection('docs/speed-beside.md', 'console-bench', markdown)

await browser.close()
await gateway.stop()
process.exit(0)
