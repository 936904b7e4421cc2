// Test lanes: browser

/** The console in a real Chromium. Not run where there is none (see `findChromium`). */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { onlyJobs } from '../gateway.ts'
import { forms } from '../oauth/look-at.ts'
import { answer } from '../providers/scripted.ts'
import { everyThird, isThorough } from '../times.ts'
import { chooseFor, findDialog, pick, readMenu } from './choose.ts'
import { type Console, openConsole } from './open-console.ts'

const crons = { 'health-snapshot': '24 4 29 2 *', suggestions: '25 4 29 2 *' }

let stage: Stage
let browser: Console
/** The id of a call that failed. */
let failedId: string
beforeAll(async () => {
  stage = await startStage({ env: { CRONS: onlyJobs(crons), METRICS_TOKEN: 'a-token-for-metrics-alone' } })
  browser = await openConsole(stage.url, stage.adminKey)
  await stage.ready('acme')
  for (const _ of ['a miss', 'a hit']) await stage.call('acme', 'hubspot', searchFor('ada@example.org'))
  const failed = await stage.call(
    'acme',
    'hubspot',
    { action: 'serch' },
    { headers: { 'x-request-id': 'my-failed-call' } },
  )
  failedId = failed.headers.get('x-request-id') ?? ''
  const bill = { plan: 'Team', currency: 'EUR', included_calls: 1, price_per_call: '0.01' }
  await stage.admin('PUT', '/admin/billing/acme', bill)
  await stage.admin('PUT', '/admin/tenants/globex', { name: 'Globex', status: 'suspended', providers: {} })
  const inThreeDays = Math.floor(Date.now() / 1000) + 3 * 24 * 3600
  const lapsing = { access_token: 'sk_test_patchbay', expires_at: inThreeDays }
  await stage.admin('PUT', '/admin/tokens/acme/stripe/main', lapsing)
  await stage.admin('POST', '/admin/connect', { tenant_id: 'acme', provider: 'stripe', account_id: 'main' })
  for (const cron of Object.values(crons)) await stage.admin('POST', '/admin/run-cron', { cron })
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
})

test('a wrong key is explained beside the field, which takes the right one; a reload stays signed in', async () => {
  const page = await browser.open()
  onTestFinished(() => page.context().close())
  await page.getByLabel('Admin key').fill('pb_admin_wrong')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('No matching admin key').waitFor()
  expect(await page.getByLabel('Admin key').inputValue()).toBe('')
  await page.keyboard.type(stage.adminKey)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
  expect(stored).not.toContain(stage.adminKey)
  expect(stored).toBe('[{"patchbay-signed-in":"yes"},{},""]')
})

test('the overview shows the calls of the day, and what the health snapshot says', async () => {
  const page = await browser.openInTest()
  await page.getByRole('status').getByText('1 call has failed').waitFor()
  const failed = page.getByRole('link', { name: /^Failed, 24 hours/ })
  await expect.poll(() => failed.textContent()).toMatch(/1.*33\.3% of all/)
  await page.locator('.uplot canvas').waitFor()
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await failed.click()
  const log = page.getByRole('region', { name: 'Log', exact: true })
  await expect.poll(() => log.getByRole('row').count()).toBe(2)
})

test('a part of the overview that takes long holds up no other, keeps its place, and may fail alone', async () => {
  const page = await browser.openInTest('/jobs')
  const held = Promise.withResolvers<void>()
  await page.route('**/admin/costs?*', async (route) => {
    await held.promise
    await route.fulfill({
      status: 500,
      json: { error: 'Broken', code: 'INTERNAL_ERROR', status: 500, request_id: 'costs' },
    })
  })
  await page.goto(`${stage.url}/console`)
  await page.locator('.uplot canvas').waitFor()
  for (const text of ['in the last 15 minutes', 'Failed, 24 hours', 'Uptime'])
    await page.getByText(text).first().waitFor()
  const costs = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Highest costs' }) })
  const uptime = page.getByText('Uptime')
  await costs.getByText('Loading…').waitFor()
  expect(await page.getByText('Loading…').count()).toBe(1)
  expect(await page.getByRole('link', { name: 'hubspot' }).count()).toBeGreaterThan(0)
  expect(await uptime.isVisible()).toBe(true)
  held.resolve()
  await costs.getByRole('alert').getByText('Request id: costs').waitFor()
  expect(await page.getByRole('alert').count()).toBe(1)
  expect(await browser.shifts(page)).toBeLessThan(0.05)
})

test('the labels of a chart are whole', async () => {
  const page = await browser.openInTest()
  // Labels of the y axis are aligned to the right: one that is wider than its place begins left of the canvas.
  await page.addInitScript(`
    globalThis.lefts = {}
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      if (this.textAlign === 'right') lefts[text] = x - this.measureText(text).width
      return fillText.call(this, text, x, y)
    }`)
  const many = { errors: 0, cache_hits: 0, latency_ms: { p50: 60, p95: 123 } }
  const hours = [
    { at: '2026-01-01T01:00:00.000Z', calls: 60_000, ...many },
    { at: '2026-01-01T02:00:00.000Z', calls: 123_456, ...many },
  ]
  const total = { calls: 183_456, ...many }
  await page.route('**/admin/audit/hours', (route) => route.fulfill({ json: { hours, total, week_ago: total } }))
  await page.reload()
  await expect.poll(() => page.evaluate('Object.keys(lefts)')).toContain('100K')
  expect(await page.evaluate('Object.entries(lefts).filter(([, left]) => left < 0)')).toEqual([])

  // Nobody makes half a call.
  const few = { hours: hours.map((hour) => ({ ...hour, calls: 8 })), total, week_ago: total }
  await page.route('**/admin/audit/hours', (route) => route.fulfill({ json: few }))
  await page.reload()
  await expect.poll(() => page.evaluate('Object.keys(lefts)')).toContain('5')
  expect(await page.evaluate('Object.keys(lefts).filter((label) => label.includes("."))')).toEqual([])
})

test('a call is found by its request id, with the reason of its failure', async () => {
  const page = await browser.openInTest('/log')
  await page.getByLabel('paste a request id').fill(failedId)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/console/calls/${failedId}`)
  await page.getByText('VALIDATION_ERROR').first().waitFor()
  await page.getByRole('link', { name: 'Show in the log' }).click()
  const log = page.getByRole('region', { name: 'Log', exact: true })
  await expect.poll(() => log.getByRole('row').count()).toBe(2)
})

test('the log is searched for words, no word is an error, and J and K go through it beside the list', async () => {
  const page = await browser.openInTest('/log?calls=on')
  const log = page.getByRole('region', { name: 'Log', exact: true })
  const filter = page.getByRole('combobox', { name: 'paste a request id' })
  for (const text of ['claude', 'status:401 nobody', 'status:abc', 'token_id:x', 'a "quoted']) {
    await filter.fill(text)
    await page.keyboard.press('Enter')
    await page.getByText('No entry matches').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: 'Clear the filters' }).click()
  }
  await filter.fill('hubspot outcome:error')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/log?calls=on&*q=hubspot*')
  await expect.poll(() => log.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByRole('heading', { name: 'Log' }).click()
  const panel = page.getByRole('complementary', { name: 'The chosen entry' })
  await page.keyboard.press('j')
  await panel.getByText('did you mean').waitFor()
  await page.keyboard.press('j')
  await panel.getByText('did you mean').waitFor({ state: 'hidden' })
  await page.keyboard.press('k')
  await expect.poll(() => log.locator('tr[aria-current]').textContent()).toContain('did you mean')
  await panel.getByText('The only one like this in the last hour').waitFor()
  for (const form of pictured) {
    await page.setViewportSize(form.viewport)
    await browser.look(page, 'log-panel', form)
  }
  await panel.getByRole('button', { name: 'Show what was sent' }).click()
  await panel.getByText('Nothing is kept of this call').waitFor()
  await panel.getByRole('link', { name: 'Turn it on' }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await log.locator('tbody tr').first().getByRole('cell').last().click()
  await panel.getByText('did you mean').waitFor()
  await filter.fill('yesterday')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/log?*since=*until=*')
})

test('the log says why calls fail and what mends it, its bars zoom, and filters are kept under a name', async () => {
  const page = await browser.openInTest('/log?calls=on')
  const log = page.getByRole('region', { name: 'Log', exact: true })
  const causes = page.getByRole('region', { name: 'Why calls fail' })
  expect(await causes.getByRole('listitem').textContent()).toMatch(/400.*did you mean.*acme.*1 call.*Show the action/)
  await causes.getByRole('button', { name: 'did you mean' }).click()
  await page.waitForURL('**/log?calls=on&outcome=error&status=400&code=VALIDATION_ERROR&provider=hubspot*')
  await expect.poll(() => log.getByRole('row').count()).toBe(2)

  // A value is left out as well as chosen: the chip says so as it is typed.
  await page.goto(`${stage.url}/console/log?calls=on`)
  await page.locator('#content').getByRole('combobox').fill('-status:200 -code:TIMEOUT')
  await page.keyboard.press('Enter')
  await page.waitForURL(/status=(!|%21)200/)
  await page.getByRole('button', { name: 'Remove the filter -status:200' }).waitFor()
  await expect.poll(() => log.getByRole('row').count()).toBe(2)

  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save these filters' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Wrong actions')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Wrong actions' }).waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.poll(() => log.getByRole('row').count()).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Wrong actions' }).click()
  await expect.poll(() => log.getByRole('row').count()).toBe(2)

  // Another person gets the view by its link, with its name, and keeps it.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Wrong actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy a link to these filters' }).click()
  const other = await browser.openInTest()
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain('view=Wrong')
  await other.goto(await page.evaluate<string>('navigator.clipboard.readText()'))
  await expect.poll(() => other.getByRole('region', { name: 'Log', exact: true }).getByRole('row').count()).toBe(2)
  await other.getByRole('button', { name: 'Wrong actions' }).click()
  await other.getByRole('menuitem', { name: 'Save these filters' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await other.getByRole('button', { name: 'Wrong actions' }).click()
  await other.getByRole('menuitem', { name: 'Remove “Wrong actions”' }).waitFor()

  const filter = page.getByRole('combobox', { name: 'paste a request id' })
  await filter.fill('tenant:acme tenant:globex source:mcp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**tenant=acme%2Cglobex*')
  await page.getByRole('button', { name: 'Remove the filter source:mcp' }).click()
  await page.getByRole('button', { name: 'Remove the filter tenant:globex' }).click()
  await page.waitForURL((url) => url.searchParams.get('tenant') === 'acme')

  const plot = page.getByRole('region', { name: 'Entries over time' }).locator('svg').first()
  const { x = 0, y = 0, width = 0 } = (await plot.boundingBox()) ?? {}
  await page.mouse.move(x + width * 0.5, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width - 2, y + 10)
  await page.mouse.up()
  await page.waitForURL('**since=*until=*')
  await expect.poll(() => log.getByRole('row').count()).toBe(2)
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('since'))
})

test('the audit log is filtered by a URL that can be shared, followed live, and exported', async () => {
  const page = await browser.openInTest('/audit?source=rest')
  // An address of an earlier version, which people have shared.
  await page.waitForURL('**/log?source=rest')
  const log = page.getByRole('region', { name: 'Log', exact: true })
  const filter = page.getByLabel('paste a request id')
  await expect.poll(() => log.getByRole('row').count()).toBe(4)
  await filter.fill('outcome:error')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/log?source=rest&outcome=error')
  await expect.poll(() => log.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Export and more' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit.csv')
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await stage.call('acme', 'hubspot', { action: 'nothing' })
  await expect.poll(() => log.getByRole('row').count()).toBe(3)
  await filter.fill('tenant:nobody')
  await page.keyboard.press('Enter')
  await page.getByText('No entry matches').waitFor()
  await page.getByRole('button', { name: 'Remove the filter tenant:nobody' }).click()
  await expect.poll(() => log.getByRole('row').count()).toBe(3)
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.waitForURL('**/log?live=on')
  await page.getByRole('button', { name: 'All time' }).click()
  await page.getByRole('menuitem', { name: 'Today' }).click()
  await page.getByRole('button', { name: 'Today' }).waitFor()
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  expect(new URL(page.url()).searchParams.get('since')).toBe(midnight.toISOString())
})

test('a list has the columns and the rows that its reader wants, also after a reload', async () => {
  const page = await browser.openInTest('/tenants')
  const list = page.getByRole('region', { name: 'Tenants', exact: true })
  const readHeads = () => list.getByRole('columnheader').allTextContents()
  const readHeight = async () => (await list.getByRole('row').nth(1).boundingBox())?.height ?? 0
  await list.getByRole('row').nth(1).waitFor()
  const [before, height] = [await readHeads(), await readHeight()]
  expect(before).toContain('Created')
  await page.getByRole('button', { name: 'Columns and rows' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click()
  const wanted = before.filter((title) => title !== 'Created')
  await expect.poll(readHeads).toEqual(wanted)
  await page.reload()
  await expect.poll(readHeads).toEqual(wanted)
  expect(await readHeight()).toBeLessThan(height)
})

test('Ctrl-K goes to a screen and to a call with the keyboard alone', async () => {
  const page = await browser.openInTest()
  const field = page.getByRole('combobox', { name: 'Tenants, providers, calls, screens' })
  /** Keys that are typed before the palette opens, or while an earlier one closes, are lost. */
  const openPalette = async (): Promise<void> => {
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await field.waitFor()
  }
  await openPalette()
  await page.keyboard.type('webhooks')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/webhooks')
  // By what is done there, too.
  await openPalette()
  await page.keyboard.type('rotate')
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Tokens'])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/tokens')
  await openPalette()
  await page.keyboard.type(failedId)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/calls/${failedId}`)
  // A deed comes before what it is done to.
  await openPalette()
  await page.keyboard.type('suspend acme')
  await expect.poll(() => page.getByRole('option').first().textContent()).toMatch(/^Suspend acme/i)
  await page.keyboard.press('Enter')
  await findDialog(page).getByRole('button', { name: 'Suspend' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/console/tenants/acme')
})

test('Ctrl-K rotates a token, changes the theme, and signs out', async () => {
  await stage.admin('POST', '/admin/auth', { tenant_id: 'acme', label: 'Nightly import' })
  const page = await browser.openInTest()
  const first = page.getByRole('option').first()
  /** Types a deed, and does the first of those that are offered. */
  const doDeed = async (typed: string, offered: RegExp): Promise<void> => {
    await page.getByRole('combobox', { name: 'Tenants, providers, calls, screens' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Tenants, providers, calls, screens' }).waitFor()
    await page.keyboard.type(typed)
    await expect.poll(() => first.textContent()).toMatch(offered)
    await page.keyboard.press('Enter')
  }
  await doDeed('dark', /dark theme/)
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await doDeed('rotate nightly', /^Rotate the token Nightly import/)
  await findDialog(page).getByRole('button', { name: 'Rotate' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/console/tenants/acme/tokens')
  await page.keyboard.press('Escape')
  // Another browser's session: the tests after this one go on with theirs.
  const other = browser.closeAfterTest(await browser.open())
  await browser.signIn(other)
  await other.keyboard.press('Control+k')
  await other.getByRole('combobox', { name: 'Tenants, providers, calls, screens' }).fill('sign out')
  await expect.poll(() => other.getByRole('option').first().textContent()).toMatch(/^Sign out/)
  await other.keyboard.press('Enter')
  await other.getByLabel('Admin key').waitFor()
})

/** What is clicked for daily tasks, from the overview, with what is typed and seen between. Five others are counted where they are tested. */
const tasks: readonly (readonly [task: string, most: number, steps: readonly TaskStep[]])[] = [
  ["why do Acme's calls fail", 2, ['Tenants', 'acme', { see: 'Why calls fail' }, { see: 'did you mean' }]],
  ['what did an agent do yesterday', 3, ['Log', { type: 'yesterday label:nightly' }, { see: 'Yesterday' }]],
  ['what changed last week, and who did it', 1, ['Changes', { see: 'put acme on the plan Team' }]],
  ['rotate a leaked token', 3, ['Tokens', 'Rotate', 'Rotate', { see: 'Give this token to the caller' }]],
  [
    'connect an account',
    4,
    ['Accounts', /^Actions for acme.stripe/, 'Create a connect link', 'Create a link', { see: '/connect/' }],
  ],
  [
    'raise a limit',
    4,
    [
      'Tenants',
      'acme',
      'Settings',
      { fill: ['Maximum calls per minute', '600'] },
      'Save changes',
      { see: 'acme is saved.' },
    ],
  ],
  ['show the cost and export it', 2, ['Usage and costs', { see: 'All tenants' }, 'Export as CSV']],
]

type TaskStep =
  | string
  | RegExp
  | { readonly see: string }
  | { readonly type: string }
  | { readonly fill: readonly [string, string] }

test.each(tasks)('%s: at most %i clicks from the overview', async (_task, most, steps) => {
  const page = await browser.openInTest()
  await browser.settled(page)
  let clicks = 0
  for (const step of steps) {
    if (typeof step === 'string' || step instanceof RegExp) {
      const named = { name: step, exact: typeof step === 'string' }
      const inFront = (await findDialog(page).count()) > 0 ? findDialog(page) : page.locator('body')
      const control = inFront
        .getByRole('button', named)
        .or(inFront.getByRole('link', named))
        .or(page.getByRole('menuitem', named))
      await control.last().click({ timeout: 15_000 })
      await browser.settled(page)
      clicks++
    } else if ('see' in step)
      await page.getByText(step.see).filter({ visible: true }).first().waitFor({ timeout: 15_000 })
    else if ('fill' in step) await page.getByLabel(step.fill[0]).fill(step.fill[1])
    else {
      await page.locator('#content').getByRole('combobox').first().fill(step.type)
      await page.keyboard.press('Enter')
    }
  }
  expect(clicks).toBeLessThanOrEqual(most)
})

test('Enter goes to what is typed, also while the tenants that it may name are looked for', async () => {
  const page = await browser.openInTest()
  await page.route('**/admin/tenants?q=my-*', () => undefined)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('m')
  await page.getByRole('option', { name: /acme/ }).waitFor()
  await page.keyboard.type(failedId.slice(1))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/calls/${failedId}`)
})

test('what the gateway refuses is said with its request id, and can be tried again', async () => {
  const page = await browser.openInTest('/calls/nothing-has-this-id')
  await page.getByRole('alert').getByText('No call has this id').waitFor()
  expect(await page.getByRole('alert').textContent()).toMatch(/Request id: \S+/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.goto(`${stage.url}/console/nowhere/at/all`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
})

test('of the secrets among the settings those are named that are set', async () => {
  const page = await browser.openInTest('/settings')
  const readValue = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByRole('term').getByText(name, { exact: true }) })
      .getByRole('definition')
      .first()
      .textContent()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByText('WEBHOOK_SECRET', { exact: true }).waitFor()
  expect(await readValue('METRICS_TOKEN')).toBe('Set, and secret')
  expect(await readValue('WEBHOOK_SECRET')).toBe('–')
  expect(await readValue('MONGODB_URI')).toBe('–')
})

test('the log shows calls and changes, and what administrators only read where somebody asks for it', async () => {
  await stage.admin('POST', '/admin/policies/acme/check', { deny: ['*:write'] })
  await stage.admin('GET', '/admin/tenants')
  const page = await browser.openInTest('/log?since=1h')
  const log = page.getByRole('region', { name: 'Log', exact: true })
  await log.getByText('put_billing').waitFor()
  const actions = await log
    .locator('tbody tr td:nth-child(3)')
    .getByRole('link')
    .or(log.locator('tbody td button'))
    .allTextContents()
  expect(actions).toEqual(expect.arrayContaining(['search', 'put_tenant', 'run_cron']))
  expect(actions.filter((action) => /^(list|get|query|check)_/.test(action))).toEqual([])
  await page.getByRole('button', { name: 'Export and more' }).click()
  await page.getByRole('menuitem', { name: 'Show reads by administrators' }).click()
  await log.getByText('check_policy').first().waitFor()
})

test('what a failed call sent and what came back is beside its entry, where the tenant keeps that', async () => {
  await stage.admin('PATCH', '/admin/tenants/acme', { options: { keep_failed: true } })
  await stage.call('acme', 'hubspot', { action: 'get', object_type: 'contacts', object_id: 'nobody-404' })
  const [entry] = (await stage.admin('GET', '/admin/audit?calls=true&limit=1')).body.entries
  const page = await browser.openInTest(`/calls/${entry.id}`)
  await page.getByRole('button', { name: 'Show what was sent' }).click()
  await page.getByRole('region', { name: 'Parameters' }).getByText('nobody-404').waitFor()
  await page.getByText(/GET .*nobody-404/).waitFor()
  await page.getByRole('heading', { name: 'Answer: 404' }).waitFor()
  await stage.admin('PATCH', '/admin/tenants/acme', { options: { keep_failed: null } })
})

test('findings stand by severity and kind, each with a button in place of a request', async () => {
  const page = await browser.openInTest('/suggestions')
  const lapsing = page
    .getByRole('region', { name: /^Medium|^High|^Low/ })
    .filter({ hasText: 'Credentials that expire' })
  await lapsing.getByRole('link', { name: 'Connect again' }).first().click()
  await page.waitForURL('**/connect?create=on&for=acme&account=stripe*')
})

test('who is signed out by somebody else is told so, and is not told again after a new sign-in', async () => {
  const page = browser.closeAfterTest(await browser.open('/tenants'))
  await browser.signIn(page)
  await stage.admin('DELETE', '/admin/sessions')
  await page.getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('alert').getByText('Your session was ended in another tab or browser').waitFor()
  await browser.signIn(page)
  expect(await page.getByRole('alert').count()).toBe(0)
})

/** Every screen, by the name of its picture: its path, and what is there when it is loaded. */
const screens: readonly (readonly [name: string, path: string, text: string])[] = [
  ['overview', '', 'Uptime'],
  ['log-failed', '/log?calls=on&outcome=error', 'VALIDATION_ERROR'],
  ['call', '/calls/my-failed-call', 'Failure reason'],
  ['call-error', '/calls/nothing-has-this-id', 'Try again'],
  ['log', '/log', 'sign_in'],
  ['log-empty', '/log?tenant=nobody', 'No entry matches'],
  ['changes', '/changes', 'Today'],
  ['changes-empty', '/changes?tenant=nobody', 'No change matches'],
  ['approvals', '/approvals', 'Nothing waits'],
  ['suggestions', '/suggestions', 'expires on'],
  ['suggestions-empty', '/suggestions?status=resolved', 'Nothing to review'],
  ['tenants', '/tenants', 'acme'],
  ['tenant-new', '/tenants/new', 'The tenant and its accounts'],
  ['tenant-first-call', '/tenants/new?tenant=acme', 'The same call with curl'],
  ['tenant', '/tenants/acme', 'Failed calls of the last 24 hours'],
  ['tenant-accounts', '/tenants/acme/accounts', 'stripe/main'],
  ['tenant-tokens', '/tenants/acme/tokens', 'Active'],
  ['tenant-access', '/tenants/acme/access', 'Smallest policy'],
  ['tenant-usage', '/tenants/acme/usage', 'Billable calls'],
  ['tenant-log', '/tenants/acme/log', 'put_billing'],
  ['tenant-settings', '/tenants/acme/settings', 'Save changes'],
  ['tenant-error', '/tenants/nobody', 'Try again'],
  ['accounts', '/accounts', 'stripe/main'],
  ['accounts-empty', '/accounts?state=rejected', 'No account matches'],
  ['tokens', '/tokens', 'Active'],
  ['tokens-empty', '/tokens?q=nothing-like-it', 'No token matches'],
  ['costs', '/costs', 'All tenants'],
  ['usage-empty', '/tenants/globex/usage', 'No calls in this period'],
  ['connect', '/connect', 'Not opened yet'],
  ['connect-empty', '/connect?tenant=globex', 'No link matches'],
  ['applications', '/applications', 'No application has registered'],
  ['providers', '/providers', 'HubSpot CRM'],
  ['provider', '/providers/hubspot', '@patchbay/provider-hubspot'],
  ['provider-activity', '/providers/hubspot/activity', 'Latency by day'],
  ['action', '/providers/hubspot/actions/search?tenant=acme', 'Over MCP'],
  ['jobs', '/jobs', 'health-snapshot'],
  ['webhooks-off', '/webhooks', 'No receiver is configured'],
  ['settings', '/settings', 'METRICS_TOKEN'],
  ['settings-all', '/settings?show=all', 'AUDIT_RETENTION_DAYS'],
]

/** Forms that axe checks; the other colour scheme of each size is a picture only. */
const pictured = forms.filter(
  ({ size, colorScheme }) => `${size} ${colorScheme}` === 'phone dark' || `${size} ${colorScheme}` === 'desktop light',
)

/** A third of the screens at a time: all of them take minutes on a busy machine. */
const thirds = [0, 1, 2].map((third) => screens.filter((_, nth) => nth % 3 === third))

/** Each third in one of the forms, or in all of them where there is time. */
const looks = pictured.map((form, nth) => ({
  ...form,
  thirds: thirds.filter((_, third) => isThorough || third % pictured.length === nth),
}))

describe.each(looks)('on a $size, $colorScheme', ({ thirds: lookedAt, ...form }) => {
  const openSigned = () => browser.openInTest('', { viewport: form.viewport, colorScheme: form.colorScheme })

  test('the sign-in and the parts in all their states fit, and axe finds nothing', async () => {
    const page = browser.closeAfterTest(
      await browser.open('', { viewport: form.viewport, colorScheme: form.colorScheme }),
    )
    await page.getByLabel('Admin key').waitFor()
    await browser.look(page, 'sign-in', form)
    await browser.signIn(page)
    // It shows how something loads, for ever.
    await page.goto(`${stage.url}/console/parts`)
    await page.locator('.uplot canvas').first().waitFor()
    await browser.look(page, 'parts', form)
  })

  test.each(lookedAt.map((some) => [some]))(
    'every screen fits, axe finds nothing, nothing moves while it loads, and the browser has no complaint: %#',
    async (some) => {
      const page = await openSigned()
      const faults: unknown[] = []
      for (const [name, path, text] of some) {
        await page.goto(`${stage.url}/console${path}`)
        try {
          await page.getByText(text).first().waitFor({ timeout: 60_000 })
          await browser.settled(page)
          // Web Vitals call 0.1 good. The figure depends a little on the machine's speed.
          expect(await browser.shifts(page)).toBeLessThan(0.05)
          await browser.look(page, name, form)
          await browser.picture(page, name, { ...form, colorScheme: form.colorScheme === 'dark' ? 'light' : 'dark' })
          await page.emulateMedia({ colorScheme: form.colorScheme })
        } catch (fault) {
          // An assertion's message leaves out most of what it compared.
          faults.push([name, Object(fault).actual ?? String(fault)])
        }
      }
      expect(faults).toEqual([])
    },
    240_000,
  )
})

/** Screens by their own paths. */
const paths = screens.filter(([name]) => !/-(error|empty|off)$/.test(name))

test('where the gateway fails, every screen says so, with the request id and a way on', async () => {
  const page = await browser.openInTest('', { viewport: { width: 390, height: 844 } })
  const failure = { error: 'Something went wrong', code: 'INTERNAL_ERROR', status: 500, request_id: 'a-failure' }
  await page.route('**/admin/**', (route) =>
    route.request().url().endsWith('/admin/session') ? route.fallback() : route.fulfill({ status: 500, json: failure }),
  )
  const alert = page.getByRole('alert').first().getByText('Request id: a-failure')
  await page.clock.install()
  /** A second of the page's own time, after which it asks once more. */
  const isToldLater = async (): Promise<boolean> => {
    await page.clock.fastForward(1000)
    return alert.isVisible()
  }
  for (const [name, path] of everyThird(paths.filter(([, path]) => !path.startsWith('/tenants/new')))) {
    await page.goto(`${stage.url}/console${path}`)
    await expect.poll(isToldLater, { message: name }).toBe(true)
    await browser.picture(page, `${name}-failure`, { size: 'phone', colorScheme: 'dark' })
  }
}, 240_000)

test('a new gateway has something to say on every screen, and nothing is wrong', async () => {
  const empty = await startStage()
  const fresh = await openConsole(empty.url, empty.adminKey)
  onTestFinished(async () => {
    await fresh.close()
    await empty.stop()
  })
  const page = await fresh.openSigned()
  for (const [name, path] of everyThird(paths.filter(([, path]) => !/acme|my-failed/.test(path)))) {
    await page.goto(`${empty.url}/console${path}`)
    await fresh.settled(page)
    expect([name, await page.getByRole('alert').count()]).toEqual([name, 0])
    // Each creation is offered once, or people look for the difference.
    const offers = await page
      .locator('#content')
      .getByText(/^Create a /)
      .allTextContents()
    // The heading of a form says what its button does.
    const isForm = path.endsWith('/new')
    if (!isForm) expect([name, new Set(offers).size]).toEqual([name, offers.length])
    await fresh.picture(page, `${name}-new`, { size: 'desktop', colorScheme: 'light' })
  }
  await page.goto(`${empty.url}/console`)
  await fresh.settled(page)
  await page.getByText('No calls in the last 24 hours').waitFor()
  await page.getByText('Create a tenant and a token').waitFor()
  await page.goto(`${empty.url}/console/accounts`)
  await page.getByText('There are no accounts yet').waitFor()
  await page.locator('#content').getByRole('link', { name: 'Create a tenant' }).click()
  await page.waitForURL('**/tenants/new')
  fresh.expectNoComplaint()
}, 240_000)

test('a tenant that somebody else changed meanwhile is not overwritten, and the person is told', async () => {
  const page = await browser.openInTest('/tenants/globex/settings')
  await page.getByLabel('Name').fill('Mine')
  await stage.admin('PATCH', '/admin/tenants/globex', { name: 'Theirs' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('alert').getByText('Somebody else changed it').waitFor()
  expect((await stage.admin('GET', '/admin/tenants/globex')).body.name).toBe('Theirs')
})

test('a link is made for the owner of an account', async () => {
  const page = await browser.openInTest('/accounts?tenant=acme')
  const dialog = findDialog(page)
  await chooseFor(page.getByRole('row', { name: /stripe/ }), 'Create a connect link')
  await dialog.getByRole('button', { name: 'Create a link' }).click()
  expect(await dialog.locator('pre').textContent()).toMatch(/^http:\/\/localhost:\d+\/connect\//)
})

test('an owner creates a key for a backend, which is for its own tenants', async () => {
  const page = await browser.openInTest('/settings')
  const dialog = findDialog(page)
  await page.getByRole('button', { name: 'Create a key' }).click()
  await dialog.getByLabel('Name').fill('Backend')
  await dialog.getByLabel('Role').selectOption('linker')
  await dialog.getByLabel('Tenants of a backend’s key').fill('cust-*, acme')
  await dialog.getByRole('button', { name: 'Create a key' }).click()
  expect(await dialog.locator('pre').textContent()).toMatch(/^pb_admin_/)
  const { keys } = (await stage.admin('GET', '/admin/keys')).body
  const [made] = keys.filter(({ name }: { name: string }) => name === 'Backend')
  expect(made).toMatchObject({ role: 'linker', tenants: ['cust-*', 'acme'], rights: [] })
  await stage.admin('DELETE', `/admin/keys/${made.key_id}`)
})

test('an owner creates a key for a viewer, who is shown nothing that a viewer can not do; the key is revoked', async () => {
  const page = await browser.openInTest('/settings')
  const dialog = findDialog(page)
  await page.getByRole('button', { name: 'Create a key' }).click()
  await dialog.getByLabel('Name').fill('Ada')
  await dialog.getByRole('button', { name: 'Create a key' }).click()
  const key = (await dialog.locator('pre').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  const viewer = await browser.open('/tokens')
  await browser.signIn(viewer, key)
  await viewer.getByRole('region', { name: 'Tokens' }).waitFor()
  for (const path of [
    '/tokens',
    '/tenants/acme/tokens',
    '/tenants/acme/settings',
    '/tenants/acme/access',
    '/accounts',
    '/tenants',
    '/jobs',
    '/settings',
    '/connect',
    '/suggestions',
  ]) {
    await viewer.goto(`${stage.url}/console${path}`)
    await browser.settled(viewer)
    const changing =
      /^(Create |Revoke|Replace|Test now|Run now|Delete|Resolve( |$)|Store a|Suspend|Reconnect|Review|Select)/
    expect([path, await viewer.getByRole('button', { name: changing }).count()]).toEqual([path, 0])
    expect([path, await viewer.getByRole('checkbox', { name: changing }).count()]).toEqual([path, 0])
    const menu = viewer.getByRole('row').filter({ has: viewer.getByRole('button', { name: /^Actions for / }) })
    const offered = (await menu.count()) > 0 ? await readMenu(menu.first()) : []
    expect([path, offered.filter((choice) => changing.test(choice))]).toEqual([path, []])
  }
  await chooseFor(page.getByRole('row', { name: /Ada/ }), 'Revoke')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await viewer.reload()
  await viewer.getByLabel('Admin key').waitFor()
  await viewer.context().close()
})

test('the bill of a tenant is a file, and an action is shown as curl and as a call over MCP', async () => {
  const page = await browser.openInTest('/usage?tenant=acme')
  await page.waitForURL('**/tenants/acme/usage')
  const save = page.getByRole('button', { name: 'Invoice as CSV' })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  expect(download.suggestedFilename()).toMatch(/^acme-\d{4}-\d\d-01\.csv$/)
  expect(await Bun.file(await download.path()).text()).toMatch(
    /^"acme","\d{4}-\d\d-01","[\d-]{10}","search","\d+","0"/m,
  )
  await page.goto(`${stage.url}/console/providers`)
  await page.getByRole('link', { name: 'HubSpot CRM' }).click()
  await page.getByLabel('Find an action').fill('records by property')
  await page.getByRole('link', { name: 'search', exact: true }).click()
  await pick(page.locator('main'), 'Tenant', 'acme')
  const shown = page.locator('pre')
  await expect.poll(() => shown.first().textContent()).toContain(`${stage.url}/api/v1/acme/hubspot`)
  await expect.poll(() => shown.nth(1).textContent()).toContain('"method":"tools/call"')

  // If admins have a listener of their own, calls go to the public address.
  const set = (name: string, value: unknown) => ({
    name,
    value,
    meaning: '',
    default: '',
    is_secret: false,
    is_changed: true,
  })
  const configuration = [set('ADMIN_PORT', 3001), set('BASE_URL', 'https://gateway.example.com')]
  await page.route('**/admin/configuration', (route) => route.fulfill({ json: { configuration } }))
  await page.reload()
  await expect.poll(() => shown.first().textContent()).toContain('https://gateway.example.com/api/v1/acme/hubspot')
  await page.goto(`${stage.url}/console/applications`)
  await page.getByText('connects it to https://gateway.example.com/mcp').waitFor()
})

test('a name of Hebrew or Arabic letters begins at their side on every screen, and is cut at its end', async () => {
  const name = 'חברת אלפא Alpha Ltd. (סניף תל אביב) – סוכנות למסחר אלקטרוני, תוכנה ושירותי ענן'
  const tenant = { name, status: 'active', providers: { stripe: { accounts: [{ id: 'main', label: name }] } } }
  await stage.admin('PUT', '/admin/tenants/hebrew', tenant)
  const page = await browser.openInTest('/tenants')
  for (const path of ['/tenants', '/accounts', '/tenants/hebrew', '/log']) {
    await page.goto(`${stage.url}/console${path}`)
    await browser.settled(page)
    const names = page.locator('#content').getByText(name, { exact: true })
    await names.first().waitFor()
    const directions = await names.evaluateAll((all) => all.map((element) => element.matches(':dir(rtl)')))
    expect([path, directions]).toEqual([path, directions.map(() => true)])
  }
  await stage.admin('PUT', '/admin/tenants/hebrew', { ...tenant, name: 'Hebrew' })
})

test('a write is tried first: its request is shown without the credential, and it runs once it was seen', async () => {
  const page = await browser.openInTest('/providers/hubspot/actions/create?tenant=acme')
  const run = page.getByRole('button', { name: 'Run: this changes data' })
  await page.getByLabel('object_type').fill('contacts')
  await page.getByLabel('properties').fill('{"email": "grace@example.org"}')
  expect(await run.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByText('This is the request. Nothing was sent.').waitFor()
  const request = await page.getByRole('region', { name: 'Request' }).textContent()
  for (const part of ['POST http', '/crm/v3/objects/contacts', 'authorization: Bearer (credential)']) {
    expect(request).toContain(part)
  }
  expect(request?.endsWith('\n\n{"properties":{"email":"grace@example.org"}}')).toBe(true)
  expect(request).not.toContain('hubspot-access-token')
  await browser.look(page, 'action-tried', {
    size: 'desktop',
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
  })
  // The checked call differs from the one that would run now.
  await page.getByLabel('object_type').fill('companies')
  await expect.poll(() => run.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await run.click()
  await page.getByText('The call worked.').waitFor()
})

test('an operator runs an action for a tenant from its page, and the call is in the log', async () => {
  stage.stripe.play(answer(200, { object: 'balance', available: [], pending: [] }))
  const page = await browser.openInTest('/providers/stripe/actions/get_balance?tenant=acme')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('The call worked.').waitFor()
  await expect.poll(() => page.getByRole('status').textContent()).toContain('"balance"')
  await page.getByRole('link', { name: 'Show the call' }).click()
  await page.getByText('an administrator').waitFor()
  await page.getByRole('heading', { name: 'Attempts at the provider' }).waitFor()
})

test('a provider that was added is tried in six clicks, for a tenant that has no account there', async () => {
  const page = await browser.openInTest()
  let clicks = 0
  const click = async (name: string) => {
    const control = page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }))
    await control.last().click()
    clicks++
  }
  // Notion stands for the provider that the command adds: until it has run, the gateway knows nothing of it.
  let isAdded = false
  await page.route('**/admin/providers', async (route) => {
    // The browser's own mark, without which the gateway takes the request for another site's.
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
    const response = await route.fetch({ headers })
    const { providers } = await response.json()
    const isThere = ({ id }: { readonly id: string }): boolean => isAdded || id !== 'notion'
    await route.fulfill({ response, json: { providers: providers.filter(isThere) } })
  })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await browser.settled(page)
  await click('Providers')
  await click('Add a provider')
  await findDialog(page).getByLabel('Name of the vendor').fill('notion')
  await click('Copy npx bun run --silent patchbay add notion')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npx bun run --silent patchbay add notion')
  isAdded = true
  await click('Try an action')
  await click('acme')
  await page.getByText('acme has no account at Notion.').waitFor()
  await page.getByLabel('Access token or API key').fill('secret_notion-token')
  await click('Add the account, and try')
  await page.getByText('This is the request. Nothing was sent.').waitFor()
  const request = page.getByRole('region', { name: 'Request' })
  await expect.poll(() => request.textContent()).toContain('https://api.notion.com')
  expect(clicks).toBe(6)
  const { credentials } = (await stage.admin('GET', '/admin/tokens/acme')).body
  expect(credentials).toContainEqual(expect.objectContaining({ provider: 'notion', account_id: 'main' }))
})
