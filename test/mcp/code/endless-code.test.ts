// Test lanes: slow, long

/** Apart from the other tests of code, as it takes ten seconds of processor, whatever the store. */
import { expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { answer } from '../../providers/scripted.ts'
import { toolCall } from '../messages.ts'
import { startMcp } from '../start-mcp.ts'

const { gateway, send, upstream } = await startMcp({ env: { CALLS_PER_MINUTE: '0' } })

const tool = async (name: string, args: Record<string, unknown>) => {
  const { body } = await send(toolCall('modern', name, args), { query: '?tools=code', token: tokenOf('acme') })
  return JSON.parse(body.result.content[0].text)
}

const runToItsEnd = async (code: string) => {
  let ran = await tool('run_code', { code, parameters: {} })
  while (ran.status === 202) ran = await tool('run_code', { run_id: ran.data.run_id })
  return ran
}

it('other callers are answered while code runs that does not end', async () => {
  const loop = runToItsEnd(`while (true);`)
  upstream.play(answer(200, { ok: true }))
  for (let n = 0; n < 50; n++)
    expect((await gateway.call('acme', 'fixture', { action: 'get', id: String(n) })).status).toBe(200)
  expect((await loop).code).toBe('TIMEOUT')
})
