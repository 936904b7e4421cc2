// Test lanes: slow

import { expect, onTestFinished, test } from 'vitest'
import { startServerProcess } from '../../server-process.ts'

const start = async (env: Readonly<Record<string, string>> = {}) => {
  const server = await startServerProcess({
    // Not bundled: the plugin below changes a module as it is loaded. Codegen would refuse such a source.
    script: 'server/program.ts',
    preload: `${import.meta.dirname}/../write-placeholder.ts`,
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
