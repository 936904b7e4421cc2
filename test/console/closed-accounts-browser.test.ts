// Test lanes: browser

/** An account that the vendor's limit closes, in a real Chromium. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startStage } from '../e2e/stage.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { chooseFor } from './choose.ts'
import { type Console, openConsole } from './open-console.ts'

const hubspot = await startScripted(answer(429, { message: 'slow down' }, { 'retry-after': '600' }))
let stage: Stage
let browser: Console
beforeAll(async () => {
  stage = await startStage({ hubspotOrigin: hubspot.origin })
  browser = await openConsole(stage.url, stage.adminKey)
  await stage.ready('acme')
  expect((await stage.call('acme', 'hubspot', { action: 'list', object_type: 'contacts' })).status).toBe(429)
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
  await hubspot.stop()
})

test('it is found by a filter, and a wait that can not be lifted says why', async () => {
  const page = await browser.openInTest('/accounts?state=closed')
  const row = page.getByRole('row').filter({ hasText: 'Closed by its limit' })
  await row.waitFor()
  expect(await row.count()).toBe(1)
  const [account] = (await stage.admin('GET', '/admin/accounts?state=closed')).body.accounts
  const path = `/admin/tokens/acme/hubspot/${account.account_id}`
  await stage.admin('DELETE', path)
  await chooseFor(row, 'Lift the vendor’s wait')
  await page.getByText(/The wait of acme\/hubspot\/\S+ is not lifted\. \S/).waitFor()
})
