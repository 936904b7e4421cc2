/**
 * `bun test/console/fifteen-approvals.ts`: approves fifteen calls in Chromium by the keyboard alone, and prints how long the console takes for
 * each: from the key to the next call, whole, on the screen. What is left of ten seconds is a person's to read it.
 */
import { chromium, type Page } from 'playwright-core'
import { median } from '../../bench/load/figures/averages.ts'
import { fixture } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { chromiumOptions } from '../oauth/chromium.ts'
import { answer, startScripted } from '../providers/scripted.ts'

const count = 15
const name = (nth: number): string => `Number ${nth} of ${count}`

const vendor = await startScripted(answer(201, { id: 'made' }))
const gateway = await startTestGateway({
  domains: [domainOf(fixture)],
  env: { PROVIDER_ORIGINS: JSON.stringify({ fixture: vendor.origin }) },
})
await gateway.seed('acme', { fixture: 'a-token' })
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['*:write'] } })
for (let nth = 1; nth <= count; nth++) await gateway.call('acme', 'fixture', { action: 'create', name: name(nth) })

// No sandbox: containers forbid its system calls, and all that is opened here is our own.
const browser = await chromium.launch(chromiumOptions())

/** Signs in with nothing but keys, and waits until the oldest call is there. */
const open = async (): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${gateway.url}/console/approvals`)
  await page.getByLabel('Admin key').fill(gateway.adminKey)
  await page.keyboard.press('Enter')
  await page.getByText(name(1)).first().waitFor()
  return page
}

const page = await open()
const times: number[] = []
for (let nth = 1; nth <= count; nth++) {
  const startedAt = performance.now()
  await page.keyboard.press('y')
  await page.keyboard.press('y')
  const next = nth < count ? page.getByText(name(nth + 1)).first() : page.getByText('Nothing waits')
  await next.waitFor()
  times.push(performance.now() - startedAt)
}
await browser.close()
await gateway.stop()
await vendor.stop()

const show = (ms: number): string => `${Math.round(ms)} ms`
for (const [index, ms] of times.entries()) console.log(`${name(index + 1)}: ${show(ms)}`)
console.log(
  `median ${show(median(times))}, longest ${show(Math.max(...times))}; the provider got ${vendor.requests.length} calls`,
)
process.exit(0)
