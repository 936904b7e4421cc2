// Test lanes: slow

import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../docs/pages.ts'
import { startServerProcess } from '../../server-process.ts'

const preload = join(import.meta.dirname, '../write-placeholder.ts')

const start = async (env: Readonly<Record<string, string>> = {}) => {
  const server = await startServerProcess({
    // Not bundled: the plugin below changes a module as it is loaded. Codegen would refuse such a source.
    script: 'server/program.ts',
    preload,
    env,
  })
  onTestFinished(() => server.stop())
  return server
}

test('a gateway with a plugin whose host is a placeholder does not start, and says what to write', async () => {
  const { exited, output } = await start()
  expect(output.stdout).toBe('')
  expect(await exited).toBe(1)
  expect(output.stderr).toContain(
    'the provider hubspot (@patchbay/provider-hubspot) has the placeholder your-domain.com as its host',
  )
})

test('it starts where the operator says to which host the calls go', async () => {
  const { output } = await start({ PROVIDER_ORIGINS: JSON.stringify({ hubspot: 'https://api.hubapi.com' }) })
  expect(output.stdout).toContain('listens on')
})

test('the doctor says of it that no start takes it', async () => {
  const ran = Bun.spawn([process.execPath, '--preload', preload, 'server/commands/main.ts', 'doctor', '--json'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: join(root, 'no-such-folder') },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const { findings } = JSON.parse(await new Response(ran.stdout).text())
  const found = findings.filter(({ check }: { check: string }) => check === 'configuration')
  expect(found).toMatchObject([{ result: 'fault', detail: expect.stringContaining('has the placeholder') }])
})
