// Test lanes: slow

/** The commands that run without a gateway: they start one, or move its store. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../gateway.ts'
import { startServerProcess } from '../server-process.ts'
import { runPatchbay } from './patchbay.ts'

const script = 'server/commands/main.ts'

test('"patchbay start" starts a gateway, which the other commands reach, and a signal ends it as always', async () => {
  const server = await startServerProcess({ script, args: ['start'] })
  const env = { PATCHBAY_URL: server.url, PATCHBAY_ADMIN_KEY: server.adminKey }
  expect((await runPatchbay(['tenants', 'list'], env)).code).toBe(0)
  expect(await server.end('SIGTERM')).toBe(0)
  await server.stop()
})

test('"patchbay demo" starts the demo, in a folder of its own', async () => {
  const folder = temporaryFolder()
  const server = await startServerProcess({ script, args: ['demo'], dataDir: join(folder, 'data') })
  expect(server.output.stdout).toContain('DEMO: ')
  await server.stop()
  rmSync(folder, { recursive: true })
})

test('"patchbay migrate" says why a store can not be moved', async () => {
  const folder = temporaryFolder()
  const ran = await runPatchbay(['migrate', '--from', join(folder, 'none'), '--to', join(folder, 'new')], {})
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('holds no store')])
  expect((await runPatchbay(['migrate', '--from', folder], {})).code).toBe(2)
  rmSync(folder, { recursive: true })
})
