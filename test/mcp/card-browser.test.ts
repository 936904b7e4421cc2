// Test lanes: browser

/** The card of an approval in Chromium, framed as clients frame it: in a sandbox, without network. */
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cardPage } from '../../server/mcp/card/card-page.ts'
import { chromiumOptions } from '../oauth/chromium.ts'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(chromiumOptions())
})
afterAll(() => browser.close())

/** A client: it answers the card's requests, and notes them. `show` gives the card a tool's result. */
const client = (html: string) => `<!doctype html><iframe sandbox="allow-scripts"></iframe><script>
const frame = document.querySelector('iframe')
globalThis.asked = []
const post = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
globalThis.show = (result) => post({ method: 'ui/notifications/tool-result', params: result })
addEventListener('message', ({ data: { id, method, params } }) => {
  asked.push({ method, params })
  if (id === undefined) return
  const hostContext = { toolInfo: { tool: { name: 'fixture_write' } } }
  const hostCapabilities = { openLinks: {}, serverTools: {} }
  const again = { content: [{ type: 'text', text: JSON.stringify({ data: { approval_id: 'the-id', state: 'done' } }) }] }
  post({ id, result: { 'ui/initialize': { protocolVersion: '2026-01-26', hostInfo: {}, hostCapabilities, hostContext }, 'tools/call': again }[method] ?? {} })
})
frame.srcdoc = ${JSON.stringify(html).replaceAll('</', '<\\/')}
</script>`

it('shows the state, opens the page that decides, looks again, and decides nothing', async () => {
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  const csp = `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">`
  await page.setContent(client(cardPage.replace('<meta charset="utf-8">', `<meta charset="utf-8">${csp}`)))
  const asked = () => page.evaluate<{ method: string; params: object }[]>('asked')
  await expect.poll(asked).toContainEqual(expect.objectContaining({ method: 'ui/notifications/initialized' }))
  const card = page.frameLocator('iframe')
  const show = (data: object, meta = {}) =>
    page.evaluate(`show(${JSON.stringify({ structuredContent: { data }, content: [], _meta: meta })})`)

  await show({ results: [] })
  expect(await card.locator('main').isVisible()).toBe(false)
  const url = 'http://localhost/approve/secret'
  const waiting = { approval_id: 'the-id', state: 'waiting', expires_at: '2026-11-28T12:00:00.000Z' }
  await show({ ...waiting, reason: '<img src=x onerror=alert(1)>' }, { 'patchbay/approval_url': url })
  await card.getByText('Waits for the approval of a person').waitFor()
  expect(await card.locator('img').count()).toBe(0)
  await show({ ...waiting, reason: '\u202emoc.elpmaxe@ecila\u202c' })
  await card.getByText('\\u{202e}moc.elpmaxe@ecila\\u{202c}').waitFor()
  await card.getByRole('button', { name: 'Open the page that decides' }).click()
  await expect.poll(asked).toContainEqual({ method: 'ui/open-link', params: { url } })
  await card.getByRole('button', { name: 'Look again' }).click()
  await card.getByText('Approved and carried out').waitFor()
  expect(await card.getByRole('button').count()).toBe(0)
  await show(waiting, { 'patchbay/approval_url': 'javascript:alert(1)' })
  await card.getByRole('button', { name: 'Look again' }).waitFor()
  expect(await card.getByRole('button', { name: 'Open the page' }).count()).toBe(0)

  const calls = (await asked()).filter(({ method }) => !method.startsWith('ui/'))
  expect(calls).toEqual([
    { method: 'tools/call', params: { name: 'fixture_write', arguments: { approval_id: 'the-id' } } },
  ])
  expect(faults).toEqual([])
  await page.close()
})
