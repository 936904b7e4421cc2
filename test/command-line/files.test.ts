// Test lanes: slow

/** Files that an administrator's calls take and give, by the program. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startShopGateway } from '../files/start-shop-gateway.ts'
import { temporaryFolder } from '../gateway.ts'
import { runPatchbay } from './patchbay.ts'

const { vendor, gateway } = await startShopGateway({
  env: { CALLS_PER_MINUTE: '0' },
})
const folder = temporaryFolder()
const inFolder = (name: string): string => join(folder, name)
const digest = (of: Uint8Array): string => createHash('sha256').update(of).digest('hex')
const bytes = randomBytes(1_200_000)
writeFileSync(inFolder('päper.png'), bytes)

/** The parameters come by stdin. */
const run = (words: readonly string[], params: object = { id: '1' }) =>
  runPatchbay(words, { PATCHBAY_URL: gateway.url, PATCHBAY_ADMIN_KEY: gateway.adminKey }, JSON.stringify(params))
const call = (action: string, ...more: readonly string[]) =>
  run(['call', 'acme', 'shop', action, '--params', '-', ...more])

test('a file is sent with the call that takes it, after a dry run that shows it', async () => {
  const files = ['--files', `content=${inFolder('päper.png')}`]
  const tried = await call('put', ...files, '--dry-run')
  expect([tried.code, tried.stdout]).toEqual([0, expect.stringContaining(digest(bytes))])
  expect(vendor.received).toEqual([])
  const done = await call('put', ...files)
  expect([done.code, done.stderr]).toEqual([0, ''])
  expect(JSON.parse(done.stdout)).toMatchObject({ success: true, data: { id: 'thing' } })
  expect(vendor.received).toMatchObject([{ type: 'image/png', length: '1200000', sha256: digest(bytes) }])
})

test('a file that was sent before is named by its id', async () => {
  const sent = await run(['files', 'send', 'acme', inFolder('päper.png'), '--json'])
  const { file_id, filename, sha256 } = JSON.parse(sent.stdout)
  expect([filename, sha256]).toEqual(['päper.png', digest(bytes)])
  const params = { id: '1', content: { file_id } }
  expect((await run(['call', 'acme', 'shop', 'put', '--params', '-'], params)).code).toBe(0)
  expect(vendor.received.at(-1)?.sha256).toBe(digest(bytes))
  const shown = await run(['files', 'send', 'acme', inFolder('päper.png')])
  expect(shown.stdout).toMatch(/^media type: +image\/png$/m)
})

test('an answer of bytes is saved, and never over a file that is there', async () => {
  vendor.content = () => new Response(bytes, { headers: { 'content-type': 'image/png' } })
  const saved = await call('download', '--save', inFolder('answer.png'))
  expect([saved.code, saved.stderr]).toEqual([0, `1200000 bytes are in ${inFolder('answer.png')}\n`])
  expect(digest(readFileSync(inFolder('answer.png')))).toBe(digest(bytes))
  const again = await call('download', '--save', inFolder('answer.png'))
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already exists')])
})

test('what goes wrong is told with its exit code, and leaves no file', async () => {
  const missing = await call('put', '--files', `content=${inFolder('nothing')}`)
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('there is no such file')])
  const unnamed = await call('put', '--files', 'report.pdf')
  expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('content=report.pdf')])
  const failed = await call('put')
  expect([failed.code, failed.stderr]).toEqual([
    1,
    expect.stringMatching(/^error: the call failed: .*VALIDATION_ERROR/),
  ])
  const noFile = await call('get', '--save', inFolder('none'))
  expect(noFile.code).toBe(1)
  expect(existsSync(inFolder('none'))).toBe(false)
})
