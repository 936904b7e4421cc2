/** The console in a real Chromium. Not run where there is none (see `findChromium`). */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { onlyJobs } from '../gateway.ts'
import { forms } from '../oauth/look-at.ts'
import { type Console, openConsole } from './open-console.ts'

const crons = { 'health-snapshot': '24 4 29 2 *' }

let stage: Stage
let browser: Console
/** The id of a call that failed. */
let failedId: string
beforeAll(async () => {
  stage = await startStage({ env: { CRONS: onlyJobs(crons) } })
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
  await stage.admin('POST', '/admin/run-cron', { cron: crons['health-snapshot'] })
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
})

const open = async (...given: Parameters<Console['openSigned']>) => {
  const page = await browser.openSigned(...given)
  onTestFinished(async () => {
    await page.context().close()
    browser.expectNoComplaint()
  })
  return page
}

test('a wrong key is explained beside the field, which takes the right one; a reload stays signed in', async () => {
  const page = await browser.open()
  onTestFinished(() => page.context().close())
  await page.getByLabel('Admin key').fill('pb_admin_wrong')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('No admin key is like this one').waitFor()
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
  const page = await open()
  const hours = page.getByRole('region', { name: 'Hours' })
  await hours.waitFor()
  expect(await hours.getByRole('row').nth(1).textContent()).toMatch(/31/)
  await page.locator('.uplot canvas').nth(1).waitFor()
  await page.getByRole('heading', { name: 'Accounts in trouble' }).waitFor()
})

test('a call is found by its request id, with the reason of its failure', async () => {
  const page = await open('/calls')
  await page.getByLabel('Request id').fill(failedId)
  await page.keyboard.press('Enter')
  await page.getByText('VALIDATION_ERROR').waitFor()
  expect(page.url()).toBe(`${stage.url}/console/calls/${failedId}`)
  await page.getByRole('link', { name: 'In the audit log' }).click()
  await page.getByRole('region', { name: 'Audit log' }).waitFor()
  expect(await page.getByRole('region', { name: 'Audit log' }).getByRole('row').count()).toBe(2)
})

test('the audit log is filtered by a URL that can be shared, followed live, and exported', async () => {
  const page = await open('/audit?source=rest')
  const log = page.getByRole('region', { name: 'Audit log' })
  await log.waitFor()
  expect(await log.getByRole('row').count()).toBe(4)
  await page.getByLabel('Outcome').selectOption('error')
  await page.waitForURL('**/audit?source=rest&outcome=error')
  await expect.poll(() => log.getByRole('row').count()).toBe(2)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit.csv')
  await page.getByRole('button', { name: 'Live tail' }).click()
  await stage.call('acme', 'hubspot', { action: 'nothing' })
  await expect.poll(() => log.getByRole('row').count()).toBe(3)
  await page.getByLabel('Tenant').fill('nobody')
  await page.keyboard.press('Enter')
  await page.getByText('No entry matches').waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.waitForURL('**/audit?live=on')
})

test('Ctrl-K goes to a screen and to a call with the keyboard alone', async () => {
  const page = await open()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('audit')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/audit')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(failedId)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/calls/${failedId}`)
})

test('what the gateway refuses is said with its request id, and can be tried again', async () => {
  const page = await open('/calls/nothing-has-this-id')
  await page.getByRole('alert').getByText('No call has this id').waitFor()
  expect(await page.getByRole('alert').textContent()).toMatch(/Request id: \S+/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.goto(`${stage.url}/console/nowhere/at/all`)
  await page.getByRole('heading', { name: 'Nothing is here' }).waitFor()
})

/** Every screen, by the name of its picture: its path, and what is there when it is loaded. */
const screens: readonly (readonly [name: string, path: string, text: string])[] = [
  ['overview', '', 'Runs for'],
  ['calls', '/calls', 'VALIDATION_ERROR'],
  ['call', '/calls/my-failed-call', 'Why it failed'],
  ['call-error', '/calls/nothing-has-this-id', 'Try again'],
  ['audit', '/audit', 'put_tenant'],
  ['audit-empty', '/audit?tenant=nobody', 'No entry matches'],
]

const pictured = forms.filter(({ size }) => size !== 'narrow')

describe.each(pictured)('on a $size, $colorScheme', (form) => {
  test('every screen fits, axe finds nothing, and the browser has no complaint', async () => {
    const page = await browser.open('', { viewport: form.viewport, colorScheme: form.colorScheme })
    onTestFinished(() => page.context().close())
    await page.getByLabel('Admin key').waitFor()
    await browser.look(page, 'sign-in', form)
    await browser.signIn(page)
    for (const [name, path, text] of screens) {
      await page.goto(`${stage.url}/console${path}`)
      await page.getByText(text).first().waitFor()
      await browser.look(page, name, form)
    }
    browser.expectNoComplaint()
  })
})
