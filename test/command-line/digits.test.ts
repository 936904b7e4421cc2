// Test lanes: slow

/** Long ids, as the program takes and shows them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startFixture } from '../call-path/start-fixture.ts'
import { temporaryFolder } from '../gateway.ts'
import { answer } from '../providers/scripted.ts'
import { runPatchbay } from './patchbay.ts'

const { gateway, upstream } = await startFixture()
const bigId = '1148028305960370177'
const folder = temporaryFolder()

const call = (params: string, ...more: readonly string[]) => {
  const path = join(folder, 'params')
  writeFileSync(path, params)
  const env = { PATCHBAY_URL: gateway.url, PATCHBAY_ADMIN_KEY: gateway.adminKey }
  return runPatchbay(['call', 'acme', 'fixture', 'get', '--params', path, ...more], env)
}

test('a call sends and shows every digit, as text and as JSON', async () => {
  const params = `{"id": "1", "filter": {"owner": ${bigId}}}`
  upstream.play(answer(200, `{"id":${bigId}}`, { 'content-type': 'application/json' }))
  for (const more of [[], ['--json']]) {
    const { code, stdout, stderr } = await call(params, ...more)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`"id": ${bigId}`)
  }
  expect((await call(params, '--dry-run')).stdout).toContain(bigId)
  expect(upstream.requests.map(({ url }) => url)).toEqual([1, 2].map(() => expect.stringContaining(bigId)))
})
