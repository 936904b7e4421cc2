// Test lanes: browser, long

/** Writes whose outcome nobody knows in the console, in a real Chromium. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startStage } from '../e2e/stage.ts'
import { forms } from '../oauth/look-at.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { type Console, openConsole } from './open-console.ts'

const hubspot = await startScripted(answer(500, { message: 'internal error' }))
let stage: Stage
let browser: Console
beforeAll(async () => {
  stage = await startStage({ hubspotOrigin: hubspot.origin })
  browser = await openConsole(stage.url, stage.adminKey)
  await stage.ready('acme')
  for (const email of ['ada', 'eve', 'joe'].map((name) => `${name}@example.com`)) {
    const create = { action: 'create', object_type: 'contacts', properties: { email } }
    const headers = { 'idempotency-key': `the-key-for-${email}` }
    expect((await stage.call('acme', 'hubspot', create, { headers })).status).toBe(500)
  }
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
  await hubspot.stop()
})

const listUnknown = async (): Promise<readonly { id: string }[]> =>
  (await stage.admin('GET', '/admin/calls?outcome=unknown')).body.calls

const pictured = forms.filter(({ size, colorScheme }) => (size === 'phone') === (colorScheme === 'dark'))

/** A picture of each size and colour scheme, and axe's findings. */
const lookAtAll = async (page: Page, name: string): Promise<void> => {
  for (const form of pictured) {
    await page.setViewportSize(form.viewport)
    await page.emulateMedia({ colorScheme: form.colorScheme })
    await browser.look(page, name, form)
  }
}

test('they stand first on the overview, where two clicks and a sentence record what an operator found out', async () => {
  const [newest] = await listUnknown()
  const page = await browser.openInTest('/')
  const unknown = page.getByRole('region', { name: 'Writes with an unknown outcome' })
  await unknown.getByRole('heading', { name: '3 writes have an unknown outcome' }).waitFor()
  await lookAtAll(page, 'overview-unknown')
  await unknown.getByRole('button', { name: 'It was carried out' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'It was carried out' })
  await dialog.getByLabel('How do you know?').fill('The contact is in HubSpot')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await unknown.getByRole('heading', { name: '2 writes have an unknown outcome' }).waitFor()
  const [call] = (await stage.admin('GET', `/admin/calls/${newest?.id}`)).body.calls
  expect(call.resolution).toEqual({ as: 'done', source: 'admin', reason: 'The contact is in HubSpot' })
})

test('the page of a call says that nobody knows, takes the word, and says then who found out what', async () => {
  const [newest] = await listUnknown()
  const page = await browser.openInTest(`/calls/${newest?.id}`)
  const note = page.getByRole('note').filter({ hasText: 'Nobody knows whether the provider carried this out' })
  await note.waitFor()
  await page.getByText('the-….com').waitFor()
  await lookAtAll(page, 'call-unknown')
  await note.getByRole('button', { name: 'It was not' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click()
  await page.getByText('An administrator recorded that it was not carried out').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'It was carried out' }).count()).toBe(0)
  expect(await listUnknown()).toHaveLength(1)
})

test('those that are chosen are resolved at once, and the dialog names each of them', async () => {
  for (const email of ['kim', 'lou', 'max'].map((name) => `${name}@example.com`)) {
    const create = { action: 'create', object_type: 'contacts', properties: { email } }
    expect((await stage.call('acme', 'hubspot', create)).status).toBe(500)
  }
  const [newest, second, ...others] = await listUnknown()
  const page = await browser.openInTest('/')
  const unknown = page.getByRole('region', { name: 'Writes with an unknown outcome' })
  await unknown.getByLabel('Select all of these').check()
  await unknown.getByLabel('4 selected').waitFor()
  await unknown.getByLabel(`Select hubspot create ${newest?.id}`).uncheck()
  await unknown.getByLabel(`Select hubspot create ${second?.id}`).uncheck()
  await unknown.getByLabel('2 selected').waitFor()
  await lookAtAll(page, 'overview-unknown-chosen')
  await unknown.getByRole('button', { name: 'They were not' }).click()
  const dialog = page.getByRole('dialog', { name: 'They were not' })
  const named = await dialog.getByRole('list', { name: 'The calls' }).getByRole('listitem').allTextContents()
  expect(named).toEqual(others.map(({ id }) => expect.stringMatching(`^hubspot create acme, main .* ${id}$`)))
  await lookAtAll(page, 'overview-unknown-resolving')
  await dialog.getByLabel('How do you know?').fill('HubSpot has neither')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await unknown.getByRole('heading', { name: '2 writes have an unknown outcome' }).waitFor()
  expect((await listUnknown()).map(({ id }) => id)).toEqual([newest?.id, second?.id])
  for (const { id } of others) {
    const [call] = (await stage.admin('GET', `/admin/calls/${id}`)).body.calls
    expect(call.resolution).toEqual({ as: 'absent', source: 'admin', reason: 'HubSpot has neither' })
  }
})
