// Test lanes: browser

/** Calls that wait for a decision in the console, in a real Chromium. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startStage } from '../e2e/stage.ts'
import { forms } from '../oauth/look-at.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { type Console, openConsole } from './open-console.ts'

const hubspot = await startScripted(answer(201, { id: '1', properties: {} }))
let stage: Stage
let browser: Console
const ids: string[] = []
beforeAll(async () => {
  stage = await startStage({ hubspotOrigin: hubspot.origin })
  browser = await openConsole(stage.url, stage.adminKey)
  await stage.ready('acme')
  await stage.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['*:write'] } })
  for (const email of ['ada', 'eve', 'joe'].map((name) => `${name}@example.com`)) {
    const create = { action: 'create', object_type: 'contacts', properties: { email } }
    ids.push((await stage.call('acme', 'hubspot', create)).body.data.approval_id)
  }
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
  await hubspot.stop()
})

const stateOf = async (nth: number): Promise<string> =>
  (await stage.admin('GET', `/admin/approvals/${ids[nth]}`)).body.state

const pictured = forms.filter(({ size, colorScheme }) => (size === 'phone') === (colorScheme === 'dark'))

test('the oldest comes first, whole; by the keyboard alone one is approved and sent, and the next refused with a reason', async () => {
  const page = await browser.openInTest('/')
  await page.getByRole('link', { name: '3 calls wait for a decision' }).click()
  await page.getByText('ada@example.com').first().waitFor()
  for (const form of pictured) {
    await page.setViewportSize(form.viewport)
    await page.emulateMedia({ colorScheme: form.colorScheme })
    await browser.look(page, 'approvals', form)
  }
  await page.keyboard.press('y')
  await page.getByText('eve@example.com').first().waitFor()
  await expect.poll(() => stateOf(0)).toBe('done')
  expect(hubspot.requests).toHaveLength(1)
  await page.getByLabel('Reason').fill('no, never')
  expect(await stateOf(1)).toBe('waiting')
  await page.getByLabel('Reason').blur()
  await page.keyboard.press('n')
  await page.getByText('joe@example.com').first().waitFor()
  const { body } = await stage.admin('GET', `/admin/approvals/${ids[1]}`)
  expect(body).toMatchObject({ state: 'refused', reason: 'no, never' })
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByText('Nothing waits').waitFor()
  expect(hubspot.requests).toHaveLength(1)
})
