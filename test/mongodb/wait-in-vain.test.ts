// Test lanes: mongodb, long

import { expect, onTestFinished, test } from 'vitest'
import { startServerProcess } from '../server-process.ts'

test('a server that is not there is waited for, and said each second; after a minute the start ends with the reason', async () => {
  const env = { MONGODB_URI: 'mongodb://root:hunter2@127.0.0.1:1/patchbay', LOG_LEVEL: 'warn' }
  const server = await startServerProcess({ env })
  onTestFinished(() => server.stop())
  expect(await server.exited).toBe(1)
  expect(server.output.stderr).toMatch(/MongoDB at 127\.0\.0\.1:1\/patchbay can't be used: .*ECONNREFUSED/)
  const waits = server.output.stdout.split('\n').filter((line) => line.includes('the start waits for the store'))
  expect(waits.length).toBeGreaterThan(30)
  expect(waits[0]).toMatch(/ECONNREFUSED/)
  expect(server.output.stdout).not.toContain('hunter2')
})
