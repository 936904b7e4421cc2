import { expect, onTestFinished, test } from 'vitest'
import { startStage } from '../e2e/stage.ts'
import { callback, createAgent } from '../oauth/agent.ts'

const metadata = (bytes: number): string => {
  const start = `{"redirect_uris":["${callback}"],"padding":"`
  return `${start}${'x'.repeat(bytes - start.length - 2)}"}`
}

test('a registration has 16 KiB at most, whether it says its length or not', async () => {
  const stage = await startStage()
  onTestFinished(() => stage.stop())
  const agent = createAgent(stage.url)
  expect((await agent.post('/oauth/register', metadata(16_384))).status).toBe(201)

  const tooLarge = await agent.post('/oauth/register', metadata(16_385))
  expect([tooLarge.status, tooLarge.body.error]).toEqual([413, 'invalid_request'])
  const chunked = await fetch(`${stage.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Blob([metadata(16_385)]).stream(),
  })
  expect(chunked.status).toBe(413)
  expect((await stage.admin('GET', '/admin/clients')).body.clients).toHaveLength(1)
})
