// Test lanes: slow

/** One task of an agent by code over MCP, against a HubSpot account on loopback. */
import { afterAll, expect, test } from 'vitest'
import { runTask } from '../../examples/agent-code-mode/run-task.ts'
import { tokenOf } from '../client.ts'
import { startStage } from '../e2e/stage.ts'
import { compileExample } from './compile-example.ts'
import { makeReadmeToken } from './readme-token.ts'

const stage = await startStage()
afterAll(() => stage.stop())
await stage.ready('acme')
for (const person of ['ada', 'bob', 'eve']) stage.hubspot.seed('contacts', { email: `${person}@example.com` })
for (const person of ['kim', 'lee']) stage.hubspot.seed('contacts', { email: `${person}@acme.com` })
stage.hubspot.seed('contacts', { email: 'alone@example.net' })
stage.hubspot.seed('companies', { name: 'Acme', domain: 'acme.com' })

test('the program makes the one company that is missing, lists its write, and makes none the second time', async () => {
  const folder = compileExample('agent-code-mode')
  const token = await makeReadmeToken('agent-code-mode', 'acme', stage)
  const env = { PATH: process.env.PATH, PATCHBAY_URL: stage.url, PATCHBAY_TOKEN: token }
  const run = async () => {
    const child = Bun.spawn(['node', 'main.js'], { cwd: folder, env })
    const printed = await child.stdout.text()
    expect(await child.exited).toBe(0)
    return JSON.parse(printed)
  }
  expect(await run()).toMatchObject({
    data: { domains: 3, created: [{ domain: 'example.com', contacts: 3 }] },
    writes: [{ provider: 'hubspot', action: 'create', state: 'done' }],
  })
  expect(await run()).toEqual({ data: { domains: 3, created: [] }, writes: [] })
})

test('code that fails is told by its code, with the run to resume', async () => {
  const gateway = { url: stage.url, token: tokenOf('acme') }
  const failing = `await call('hubspot', 'get', { object_type: 'contacts', object_id: '404' })`
  await expect(runTask(gateway, failing, {})).rejects.toMatchObject({
    code: 'UPSTREAM_ERROR',
    runId: expect.any(String),
  })
})
