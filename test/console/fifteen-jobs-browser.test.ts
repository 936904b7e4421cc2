// Test lanes: browser, long

/** The fifteen daily jobs in a real Chromium, each step as a person takes it. Not run where there is none (see `findChromium`). */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JobGateway, startJobGateway, valuesOfTheMoment } from '../command-line/job-gateway.ts'
import { readStep } from '../docs/console-step.ts'
import { type DailyJob, fifteenJobs } from '../docs/fifteen-jobs.ts'
import { searchFor } from '../e2e/stage.ts'
import { temporaryFolder } from '../gateway.ts'
import { type Console, openConsole } from './open-console.ts'
import { takeStep } from './take-step.ts'

const folder = temporaryFolder()

let gateway: JobGateway
let browser: Console
beforeAll(async () => {
  gateway = await startJobGateway()
  browser = await openConsole(gateway.url, gateway.adminKey)
})
afterAll(async () => {
  await browser.close()
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

const get = async (path: string) => (await gateway.admin('GET', path)).body

type Values = Record<string, string>

/** The expected state after a job: on the page, or by the API. */
type Shown = (page: Page, values: Values) => Promise<unknown>

const see =
  (...texts: readonly string[]): Shown =>
  async (page, values) => {
    for (const text of texts) {
      const meant = text.replace(/\$([A-Z_]+)/g, (_, name) => values[name] ?? '')
      await page.locator('#content, [role=dialog]').getByText(meant).first().waitFor()
    }
  }

const statusWith = async (token: string | undefined) =>
  (await gateway.call('acme', 'hubspot', searchFor('ada@example.org'), { token: token ?? '' })).status

const credential = '/admin/tokens/acme/hubspot/main'

/** Events before the job, by its name. */
const happened: Readonly<Record<string, (values: Values) => Promise<unknown>>> = {
  'Which accounts need attention? Replace a credential and test it': async () => {
    await gateway.admin('PUT', credential, { access_token: 'withdrawn' })
    await gateway.admin('POST', `${credential}/test`)
    await gateway.runJobs()
  },
  'Change what a tenant may do, and see the change first': () =>
    gateway.admin('PATCH', '/admin/tenants/acme', { options: { deny: [] } }),
  'Resolve a suggestion': async (values) => {
    const inThreeDays = Math.floor(Date.now() / 1000) + 3 * 86_400
    await gateway.admin('PUT', credential, { access_token: 'pat-na1-your-token', expires_at: inThreeDays })
    await gateway.runJobs()
    const { suggestions } = await get('/admin/suggestions?status=open')
    Object.assign(values, { SUGGESTION_ID: suggestions[0].id, SUGGESTION: suggestions[0].title })
  },
}

/** States after the jobs, by their names. */
const shown: Readonly<Record<string, Shown>> = {
  'Is all well?': see('in the last 15 minutes', 'Needs attention', 'Calls by hour', 'Uptime'),
  'Onboard a customer: tenant, token, credential, a test': async (page) => {
    await see('The tenant is ready')(page, {})
    const token = await page.locator('#content pre').first().textContent()
    expect(await statusWith(token ?? '')).toBe(200)
    expect((await get('/admin/tokens/acme')).credentials).toMatchObject([{ provider: 'hubspot', state: 'valid' }])
  },
  'Why did this call fail?': see('Failure reason', 'VALIDATION_ERROR'),
  'Who changed this tenant, and what failed since?': see('VALIDATION_ERROR'),
  'Which accounts need attention? Replace a credential and test it': async (page) => {
    await see('The credential works')(page, {})
    expect((await get('/admin/tokens/acme')).credentials).toMatchObject([{ provider: 'hubspot', state: 'valid' }])
  },
  'Replace the token of a program': async (page, values) => {
    const rotated = (await page.getByRole('dialog').locator('pre').textContent()) ?? ''
    // Programs may go over to it for a day.
    expect(await Promise.all([statusWith(rotated), statusWith(values.TOKEN)])).toEqual([200, 200])
    const { tokens } = await get('/admin/auth/acme')
    const old = tokens.find(({ token_id }: { token_id: string }) => token_id === values.TOKEN_ID)
    expect(old.expires_at * 1000).toBeLessThan(Date.now() + 86_400_000 + 1000)
  },
  'Revoke what a user granted to an application': async () => {
    expect((await get('/admin/grants/acme')).grants).toEqual([])
  },
  'Have a customer connect an account': async (page) => {
    await see('Not opened yet')(page, {})
    const id = page.url().split('/').at(-1)
    expect(await get(`/admin/connect/${id}`)).toMatchObject({ tenant_id: 'acme', provider: 'stripe' })
  },
  'Which providers are there, and how is the gateway configured?': see('AUDIT_RETENTION_DAYS'),
  'Change what a tenant may do, and see the change first': async () => {
    expect((await get('/admin/tenants/acme')).options.deny).toEqual(['*:write'])
  },
  "This month's usage and bill": async (page) => {
    await see('Billable calls', 'By action')(page, {})
    expect(await get('/admin/billing/acme')).toMatchObject({ plan: 'Team', currency: 'EUR', price_per_call: '0.01' })
  },
  'Resolve a suggestion': async (_page, values) => {
    const { suggestions } = await get('/admin/suggestions?status=resolved&days=1')
    expect(suggestions).toContainEqual(expect.objectContaining({ id: values.SUGGESTION_ID, note: 'done' }))
  },
  'Run a job now': async (page) => {
    await see('ok')(page, {})
    const { entries } = await get('/admin/audit?source=admin&action=run_one_job')
    expect(entries.length).toBeGreaterThan(0)
  },
  'Replace an admin key': async () => {
    const { keys } = await get('/admin/keys')
    expect(keys).toMatchObject([{ name: 'Grafana', role: 'viewer' }])
  },
  'Back up the store, and check the backup': see('is in your downloads'),
}

const runCommand = async (command: string): Promise<void> => {
  const child = Bun.spawn(['sh', '-ec', command], { cwd: folder, stderr: 'pipe' })
  const [code, stderr] = await Promise.all([child.exited, child.stderr.text()])
  expect(`${code} ${stderr}`.trim(), command).toBe('0')
}

const doJob = async ({ job, console: steps }: DailyJob, hand: 'mouse' | 'keyboard', values: Values): Promise<void> => {
  await happened[job]?.(values)
  const page = await browser.openInTest('', { viewport: { width: 1280, height: 900 } })
  const downloads: Promise<void>[] = []
  page.on('download', (download) => downloads.push(download.saveAs(join(folder, download.suggestedFilename()))))
  await browser.settled(page)
  for (const line of steps) {
    const meant = line.replace(/\$([A-Z_]+)/g, (whole, name) => values[name] ?? whole)
    const step = readStep(meant)
    if (step.kind === 'run') {
      await expect.poll(() => Promise.all(downloads)).toHaveLength(1)
      await runCommand(step.value)
    } else await takeStep(page, step, hand)
    await browser.settled(page)
  }
  const check = shown[job]
  if (!check) throw new Error(`nothing shows that "${job}" is done`)
  await check(page, values)
}

const isFirst = ({ job }: DailyJob): boolean => job.startsWith('Onboard a customer')

test.each(fifteenJobs.filter(isFirst))('$job', (job) => doJob(job, 'mouse', {}))

describe('with a tenant', () => {
  let values: Values
  beforeAll(async () => {
    values = await valuesOfTheMoment(gateway)
    values.TODAY = new Date().toISOString().slice(0, 10)
  })

  test.each(fifteenJobs.filter((job) => !isFirst(job)))('$job', (job) => doJob(job, 'mouse', values))

  // One job for each kind of control: what works for one button works for all like it.
  const byKeyboard = /^(Why did this call fail|Which providers|Change what a tenant|Run a job)/
  test.each(fifteenJobs.filter(({ job }) => byKeyboard.test(job)))('by the keyboard alone: $job', (job) =>
    doJob(job, 'keyboard', values),
  )
})
