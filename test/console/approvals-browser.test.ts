// Test lanes: browser

/** Calls that wait for a decision in the console, in a real Chromium. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { type Stage, startStage } from '../e2e/stage.ts'
import { toolCall } from '../mcp/messages.ts'
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
  await page.getByText('Press Y again to approve.').waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('y')
  expect(await stateOf(0)).toBe('waiting')
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
  await page
    .getByRole('row', { name: /create at hubspot\/main refused ADMIN_API_KEY no, never/ })
    .first()
    .waitFor()
  expect(hubspot.requests).toHaveLength(1)
})

test('what the provider has now stands beside what would change it, and two clicks from the overview approve it', async () => {
  const update = { action: 'update', object_type: 'contacts', object_id: '1', properties: { email: 'new@example.com' } }
  const id = (await stage.call('acme', 'hubspot', update)).body.data.approval_id
  hubspot.play(
    answer(200, { id: '1', properties: { email: 'old@example.com' } }),
    answer(201, { id: '1', properties: {} }),
  )
  const page = await browser.openInTest('/')
  await page.getByRole('link', { name: '1 call waits for a decision' }).click()
  await page.getByRole('heading', { name: 'What is there now' }).waitFor()
  await page.getByText('old@example.com').waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.poll(async () => (await stage.admin('GET', `/admin/approvals/${id}`)).body.state).toBe('done')
})

test('what nobody would see is a marked escape, in the call and in names, and a line says how many there are', async () => {
  const email = '\u202emoc.elpmaxe@ecila\u202c'
  const body = { action: 'create', object_type: 'contacts', properties: { email, firstname: 'p\u0430yp\u0430l' } }
  const id = (await stage.call('acme', 'hubspot', body)).body.data.approval_id
  const { name } = (await stage.admin('GET', '/admin/tenants/acme')).body
  await stage.admin('PATCH', '/admin/tenants/acme', { name: `Acme${email}` })
  const page = await browser.openInTest('/approvals')
  const call = page.getByRole('region', { name: 'Parameters' })
  await call.getByText('p\\u{430}yp\\u{430}l').waitFor()
  expect(await call.locator('span > mark').allTextContents()).toEqual([
    '\\u{202e}',
    '\\u{202c}',
    '\\u{430}',
    '\\u{430}',
  ])
  await call.getByText('2 invisible characters are shown as escapes').waitFor()
  await call.getByText('2 letters of another alphabet than their words are shown as escapes').waitFor()
  for (const form of pictured) {
    await page.setViewportSize(form.viewport)
    await page.emulateMedia({ colorScheme: form.colorScheme })
    await browser.look(page, 'approvals-escapes', form)
  }
  const tenants = await browser.openInTest('/tenants')
  await tenants.getByText('Acme\\u{202e}moc.elpmaxe@ecila\\u{202c}').first().waitFor()
  for (const each of [page, tenants]) expect(await each.locator('body').textContent()).not.toMatch(/[\u202e\u202c]/)
  await stage.admin('PATCH', '/admin/tenants/acme', { name })
  const { digest } = (await stage.admin('GET', `/admin/approvals/${id}`)).body
  await stage.admin('POST', `/admin/approvals/${id}/decision`, { decision: 'refuse', digest })
})

test('one is approved for an hour with the others like it, until somebody ends it', async () => {
  const create = (name: string) => ({ action: 'create', object_type: 'contacts', properties: { email: name } })
  const first = (await stage.call('acme', 'hubspot', create('sue@example.com'))).body.data.approval_id
  const page = await browser.openInTest('/approvals')
  await page.getByText('sue@example.com').first().waitFor()
  await page.getByLabel('Allow calls like this for 1 hour').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('With any parameters').check()
  await page.keyboard.press('y')
  await page.keyboard.press('y')
  await page.getByRole('heading', { name: 'Approved in advance' }).waitFor()
  await page.getByRole('cell', { name: 'Any parameters' }).waitFor()
  await expect.poll(async () => (await stage.admin('GET', `/admin/approvals/${first}`)).body.state).toBe('done')
  expect((await stage.call('acme', 'hubspot', create('max@example.com'))).status).toBe(201)
  await page.getByRole('button', { name: 'Actions for create at hubspot/main' }).click()
  await page.getByRole('menuitem', { name: 'End' }).click()
  await page.getByRole('button', { name: 'End' }).click()
  // Behind the dialog nothing else has a role, so the heading tells nothing before it is over.
  await expect.poll(async () => (await stage.admin('GET', '/admin/approvals/standing')).body.standing).toEqual([])
  await page.getByRole('heading', { name: 'Approved in advance' }).waitFor({ state: 'detached' })
  expect((await stage.call('acme', 'hubspot', create('kim@example.com'))).status).toBe(202)
})

test('the calls of one run of code are one card: one is taken out, the others are decided by one word', async () => {
  const code = `
    const create = (email) => call('hubspot', 'create', { object_type: 'contacts', properties: { email } })
    await Promise.all(['one', 'two', 'three'].map((name) => create(name + '@example.com')))`
  const { headers, body } = toolCall('modern', 'run_code', { code })
  const authorization = `Bearer ${tokenOf('acme')}`
  const ran = (await stage.send('POST', '/mcp?tools=code', { authorization, ...headers }, body)).body.result
  const { run_id } = JSON.parse(ran.content[0].text).data
  const page = await browser.openInTest('/approvals')
  await page.getByRole('button', { name: '3 calls of one run of code' }).click()
  await page.getByRole('heading', { name: '3 calls of one run of code' }).waitFor()
  for (const form of pictured) {
    await page.setViewportSize(form.viewport)
    await page.emulateMedia({ colorScheme: form.colorScheme })
    await browser.look(page, 'approvals-run', form)
  }
  await page.getByLabel('Decide about call 2').uncheck()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect.poll(async () => (await stage.admin('GET', `/admin/approvals/runs/${run_id}`)).body.calls.length).toBe(1)
  const [left] = (await stage.admin('GET', `/admin/approvals/runs/${run_id}`)).body.calls
  await page.getByRole('button', { name: 'create at hubspot/main' }).first().waitFor()
  await stage.admin('POST', `/admin/approvals/${left.approval_id}/decision`, {
    decision: 'refuse',
    digest: left.digest,
  })
})
