// Test lanes: slow

/** The pictures of the pages. `UPDATE_SCREENSHOTS=1` takes them again, which needs a Chromium; look at them before you commit. */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { startStage } from '../e2e/stage.ts'
import { temporaryFolder } from '../gateway.ts'
import { createAgent } from '../oauth/agent.ts'
import { chromiumOptions } from '../oauth/chromium.ts'
import { startServerProcess } from '../server-process.ts'
import { root } from './pages.ts'
import { playRecording, writeRecording } from './recording.ts'

const consent = join(root, 'docs/images/consent.png')
const demo = join(root, 'docs/images/demo.png')
const approval = join(root, 'docs/images/approval.png')
const connect = join(root, 'docs/images/connect.png')
const recording = join(root, 'docs/images/recording.gif')
const isUpdate = process.env.UPDATE_SCREENSHOTS === '1'

/** As a desktop application registers; nobody is sent there. */
const redirectUri = 'http://127.0.0.1:33418/callback'

const takePicture = async (): Promise<void> => {
  const stage = await startStage()
  onTestFinished(() => stage.stop())
  await stage.ready('acme')
  const agent = createAgent(stage.url)
  const client = await agent.register({ client_name: 'Claude Code', redirect_uris: [redirectUri] })

  // No sandbox: containers forbid its system calls, and only this page is opened.
  const browser = await chromium.launch(chromiumOptions())
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 640, height: 1100 }, deviceScaleFactor: 2 })
  await page.goto(agent.authorizeUrl(client, { redirect_uri: redirectUri }).url.href)
  await page.getByLabel('Tenant token').fill(tokenOf('acme'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'What may Claude Code do?' }).waitFor()
  await page.screenshot({ path: consent, fullPage: true })
}

/** The demo, as the link that it prints opens it; a call that waits for a yes in it; and what a customer sees who follows a link. */
const takeDemo = async (): Promise<void> => {
  const folder = temporaryFolder()
  const server = await startServerProcess({ args: ['--demo'], dataDir: join(folder, 'data'), env: { CRONS: '{}' } })
  const browser = await chromium.launch(chromiumOptions())
  onTestFinished(async () => {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const [, link = ''] = /^Open the console, signed in .*: (\S+)$/m.exec(server.output.stdout) ?? []
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, colorScheme: 'light' })
  await page.goto(link)
  await page.locator('#content h1').waitFor()
  await page.getByText('Uptime').first().waitFor()
  await page.getByText('Loading…').first().waitFor({ state: 'hidden' })
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: demo })

  await page.setViewportSize({ width: 1200, height: 900 })
  await page.goto(`${server.url}/console/approvals`)
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  await page.screenshot({ path: approval })

  const [, key = ''] = /^Admin key: (\S+)$/m.exec(server.output.stdout) ?? []
  const made = await fetch(`${server.url}/admin/connect`, {
    method: 'POST',
    headers: { 'x-admin-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ tenant_id: 'acme', provider: 'demo', account_id: 'sales-us' }),
  })
  const { url } = (await made.json()) as { readonly url: string }
  const customer = await browser.newPage({
    viewport: { width: 640, height: 800 },
    deviceScaleFactor: 2,
    colorScheme: 'light',
  })
  await customer.goto(url)
  await customer.getByRole('heading').first().waitFor()
  await customer.screenshot({ path: connect, fullPage: true })
}

const takeRecording = async (): Promise<void> => {
  const browser = await chromium.launch(chromiumOptions())
  onTestFinished(() => browser.close())
  const frames = await playRecording(() => browser.newPage({ colorScheme: 'light' }))
  await Bun.write(recording, await writeRecording(frames, await browser.newPage()))
}

// Not skipped otherwise: a run in which a test is skipped fails.
if (isUpdate) {
  test('takes the picture of the consent page', takePicture)
  test('takes the recording', { timeout: 60_000 }, takeRecording)
  test('takes the pictures of the demo', { timeout: 600_000 }, takeDemo)
}

test('README.md begins with a picture of the demo, which is small', async () => {
  const page = await Bun.file(join(root, 'README.md')).text()
  expect(page.split('\n').slice(0, 8).join('\n')).toContain('(docs/images/demo.png)')
  expect(statSync(demo).size).toBeLessThan(200_000)
})

test.each([
  ['docs/approvals.md', 'images/approval.png'],
  ['docs/connect.md', 'images/connect.png'],
])('%s has a picture of what it explains, %s', async (page, picture) => {
  expect(await Bun.file(join(root, page)).text()).toContain(`](${picture})`)
  expect(statSync(join(root, 'docs', picture)).size).toBeLessThan(200_000)
})

test('docs/oauth.md has a picture of the consent page', async () => {
  const picture = Buffer.from(await Bun.file(consent).arrayBuffer())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  // The width that a PNG's header gives; as many pixels as a phone's screen show every line of the page.
  expect(picture.readUInt32BE(16)).toBe(1280)
})

test('README.md has the recording, whose frames are shown one after the other, and which is small', async () => {
  expect(await Bun.file(join(root, 'README.md')).text()).toContain('(docs/images/recording.gif)')
  const bytes = Buffer.from(await Bun.file(recording).arrayBuffer())
  expect(bytes.subarray(0, 6).toString()).toBe('GIF89a')
  // Each frame begins with its graphic control extension.
  expect(bytes.toString('latin1').split('!\xf9\x04').length - 1).toBe(7)
  expect(bytes.byteLength).toBeLessThan(1_000_000)
})
