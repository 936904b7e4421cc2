// Test lanes: browser, long

/** An action that takes a file, and one that answers with one, tried in the console. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startShopGateway } from '../files/start-shop-gateway.ts'
import { temporaryFolder } from '../gateway.ts'
import { forms } from '../oauth/look-at.ts'
import { type Console, openConsole } from './open-console.ts'

const { vendor, gateway } = await startShopGateway({
  env: { CALLS_PER_MINUTE: '0', MAX_FILE_BYTES: '2000000' },
})
const picture = join(temporaryFolder(), 'päper.png')
const bytes = randomBytes(1_500_000)
const digest = (of: Uint8Array): string => createHash('sha256').update(of).digest('hex')

let browser: Console
beforeAll(async () => {
  writeFileSync(picture, bytes)
  browser = await openConsole(gateway.url, gateway.adminKey)
})
afterAll(async () => {
  await browser.close()
})

/** A picture of each size and colour scheme, and axe's findings. */
const lookAtAll = async (page: Page, name: string): Promise<void> => {
  for (const form of forms) {
    await page.setViewportSize(form.viewport)
    await page.emulateMedia({ colorScheme: form.colorScheme })
    await browser.look(page, name, form)
  }
}

const listFiles = async () => (await gateway.admin('GET', '/admin/files/acme')).body.files

test('a chosen file is sent once, stands in the request by its digest, and goes to the provider', async () => {
  const page = await browser.openInTest('/providers/shop/actions/attach?tenant=acme')
  await page.getByRole('textbox', { name: 'id', exact: true }).fill('7')
  await page.getByLabel('title').fill('A picture')
  await page.getByText('2 optional parameters').click()
  await page.getByLabel('picture').setInputFiles(picture)
  const others = ['a', 'b'].map((name) => ({ name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(name) }))
  await page.getByLabel('more').setInputFiles(others)
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByText('This is the request. Nothing was sent.').waitFor()
  const request = await page.getByRole('region', { name: 'Request' }).textContent()
  expect(request).toContain(`1500000 bytes, sha256 ${digest(bytes)}`)
  expect(vendor.received).toEqual([])
  await lookAtAll(page, 'action-file')
  await page.getByRole('button', { name: 'Run: this changes data' }).click()
  await page.getByText('The call worked.').waitFor()
  expect(vendor.received).toMatchObject([{ method: 'POST', path: '/things/7/files' }])
  expect(vendor.received[0]?.bytes).toBeGreaterThan(bytes.length)
  const files = await listFiles()
  expect(files).toHaveLength(3)
  expect(files).toContainEqual(
    expect.objectContaining({ filename: 'päper.png', media_type: 'image/png', sha256: digest(bytes) }),
  )
})

test('a file that is too large is refused in words, and a field without a file sends none', async () => {
  const page = await browser.openInTest('/providers/shop/actions/put?tenant=acme')
  const large = { name: 'large.bin', mimeType: '', buffer: Buffer.alloc(2_000_001) }
  await page.getByRole('textbox', { name: 'id', exact: true }).fill('7')
  await page.getByLabel('content').setInputFiles(large)
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByRole('alert').getByText('The file is larger than the 2000000 bytes').waitFor()
  await page.goto(`${gateway.url}/console/providers/shop/actions/attach?tenant=acme`)
  await page.getByRole('textbox', { name: 'id', exact: true }).fill('8')
  await page.getByLabel('title').fill('Bare')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByText('This is the request. Nothing was sent.').waitFor()
  expect(await page.getByRole('region', { name: 'Request' }).textContent()).not.toContain('picture')
  expect(await listFiles()).toHaveLength(3)
})

test('an answer of bytes is a link that downloads them', async () => {
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="answer.png"' }
  vendor.content = () => new Response(bytes, { headers })
  const page = await browser.openInTest('/providers/shop/actions/download?tenant=acme')
  await page.getByRole('textbox', { name: 'id', exact: true }).fill('7')
  expect(await page.getByLabel('As a file').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const link = page.getByRole('link', { name: 'Download answer.png' })
  await link.waitFor()
  await lookAtAll(page, 'action-answer-file')
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('answer.png')
  expect(digest(readFileSync(await download.path()))).toBe(digest(bytes))
  // Without the box, an answer is base64 as for every caller.
  vendor.content = () => new Response('a few', { headers: { 'content-type': 'text/plain' } })
  await page.getByLabel('As a file').uncheck()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect.poll(() => page.getByRole('status').textContent()).toContain(Buffer.from('a few').toString('base64'))
  expect(await link.count()).toBe(0)
})
