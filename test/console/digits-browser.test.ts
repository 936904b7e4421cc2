// Test lanes: browser

/** Long ids in the console, in a real Chromium. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startStage } from '../e2e/stage.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { type Console, openConsole } from './open-console.ts'

const bigId = '1148028305960370177'
const hubspot = await startScripted(
  answer(
    200,
    `{"results":[{"id":"1","properties":{},"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z","archived":false,"owner":${bigId}}]}`,
    { 'content-type': 'application/json' },
  ),
)
let stage: Stage
let browser: Console
beforeAll(async () => {
  stage = await startStage({ hubspotOrigin: hubspot.origin })
  browser = await openConsole(stage.url, stage.adminKey)
  await stage.ready('acme')
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
  await hubspot.stop()
})

test('the answer of an action shows every digit', async () => {
  const page = await browser.openInTest('/providers/hubspot/actions/list?tenant=acme')
  await page.getByRole('textbox', { name: 'object_type', exact: true }).fill('contacts')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect.poll(() => page.getByRole('status').last().textContent()).toContain(`"owner": ${bigId}`)
})
