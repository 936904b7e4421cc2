// Test lanes: browser

/** The pictures of the console in the documentation. `UPDATE_SCREENSHOTS=1` takes them again; look at them before you commit. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../docs/pages.ts'
import { openConsole } from './open-console.ts'
import { startOperatorGateway } from './stores/operator-store.ts'

/** Name, path, and what is there when it is loaded. */
const pictures = [
  ['overview', '', 'Uptime'],
  ['call', '/calls/$FAILED', 'Attempts at the provider'],
  ['log', '/log', 'hubspot/sales-eu'],
  ['suggestions', '/suggestions', 'needs re-authorization'],
  ['tenant', '/tenants/acme', 'Failed calls of the last 24 hours'],
  ['accounts', '/accounts', 'hubspot/sales-us'],
  ['tokens', '/tokens', 'The web shop'],
  ['usage', '/tenants/acme/usage', 'Billable calls'],
  ['action', '/providers/demo/actions/search_people?tenant=demo', 'Over MCP'],
  ['settings', '/settings', 'Grafana'],
] as const

const fileOf = (name: string): string => join(root, `docs/images/console-${name}.png`)

const takePictures = async (): Promise<void> => {
  const gateway = await startOperatorGateway()
  const browser = await openConsole(gateway.url, gateway.adminKey)
  onTestFinished(async () => {
    await browser.close()
    await gateway.stop()
    rmSync(gateway.folder, { recursive: true })
  })
  const { body } = await gateway.admin('GET', '/admin/audit?outcome=error&code=UPSTREAM_ERROR&limit=1')
  const page = await browser.openSigned('', { colorScheme: 'light' })
  for (const [name, path, text] of pictures) {
    await page.goto(`${gateway.url}/console${path.replace('$FAILED', body.entries[0].request_id)}`)
    await page.getByText(text).first().waitFor()
    await browser.settled(page)
    await page.screenshot({ path: fileOf(name) })
  }
  browser.expectNoComplaint()
}

// Not skipped otherwise: a run in which a test is skipped fails.
if (process.env.UPDATE_SCREENSHOTS === '1') test('takes the pictures', takePictures)

test('docs/console.md and the page of its screens show each of the ten pictures, and all of them are there', async () => {
  const texts = ['docs/console.md', 'docs/console-screens.md'].map((page) => Bun.file(join(root, page)).text())
  const page = (await Promise.all(texts)).join('')
  const shown = [...page.matchAll(/\(images\/console-(\w+)\.png\)/g)].map(([, name]) => name)
  expect(shown.toSorted()).toEqual(pictures.map(([name]) => name).toSorted())
  expect(shown.filter((name) => !existsSync(fileOf(name ?? '')))).toEqual([])
})
