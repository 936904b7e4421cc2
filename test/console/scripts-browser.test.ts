// Test lanes: browser

/** Strangers' texts, in the console in a real Chromium. Not run without one (see `findChromium`). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startStage } from '../e2e/stage.ts'
import { createAgent } from '../oauth/agent.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { type Console, openConsole } from './open-console.ts'

const script = '<img src=x onerror="document.title=`owned`"><script>document.title="owned"</script>'

let provider: Awaited<ReturnType<typeof startScripted>>
let stage: Stage
let browser: Console
beforeAll(async () => {
  provider = await startScripted(answer(400, { message: script }))
  stage = await startStage({ hubspotOrigin: provider.origin })
  browser = await openConsole(stage.url, stage.adminKey)
  await stage.ready('acme')
  const accounts = [{ id: 'main', label: script }]
  await stage.admin('PATCH', '/admin/tenants/acme', { name: script, providers: { hubspot: { accounts } } })
  await stage.admin('POST', '/admin/auth', {
    tenant_id: 'acme',
    token: `${'token'.repeat(4)}1234567`,
    label: script.slice(0, 90),
  })
  await stage.admin('POST', '/admin/keys', { name: script, role: 'viewer' })
  await createAgent(stage.url).register({
    client_name: script.slice(0, 90),
    redirect_uris: ['http://127.0.0.1:1/callback'],
  })
  await stage.call(
    'acme',
    'hubspot',
    { action: 'get', object_type: 'contacts', object_id: '1' },
    { headers: { 'x-request-id': 'vendor-script' } },
  )
})
afterAll(async () => {
  await browser.close()
  await Promise.all([stage.stop(), provider.stop()])
})

/** Screens that show strangers' texts. */
const screens = [
  '',
  '/log',
  '/calls/vendor-script',
  '/tenants',
  '/tenants/acme',
  '/tenants/acme/accounts',
  '/tenants/acme/tokens',
  '/tenants/acme/access',
  '/tenants/acme/usage',
  '/tenants/acme/log',
  '/tenants/acme/settings',
  '/accounts',
  '/settings',
  '/tokens',
  '/applications',
  '/suggestions',
  '/costs',
  '/connect',
]

test('markup in names and messages stays text on every screen, and the browser reports no violation', async () => {
  const page = await browser.openSigned()
  for (const path of screens) {
    await page.goto(`${stage.url}/console${path}`)
    await browser.settled(page)
    expect([path, await page.locator('#content img, #content script').count(), await page.title()]).toEqual([
      path,
      0,
      expect.stringMatching(/ – Patchbay$/),
    ])
  }
  browser.expectNoComplaint()
})

test('a script that got into the page all the same could not make markup of a text', async () => {
  const page = await browser.openSigned()
  const tried = await page.evaluate(
    `(() => { try { document.body.innerHTML = '<b>x</b>'; return 'made' } catch (error) { return error.name } })()`,
  )
  expect(tried).toBe('TypeError')
})
