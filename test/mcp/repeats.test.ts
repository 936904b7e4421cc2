import { expect, it } from 'vitest'
import { answer } from '../providers/scripted.ts'
import type { Era } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { callTool, gateway } = await startMcp()

const look = (id: string) => ({ action: 'look', id })
const grüße = { grüße: 'Ådå "€"', list: [1, 2] }

it.each<Era>(['modern', 'legacy'])(
  '%s: a call that comes again and again gets the same answer each time',
  async (era) => {
    const caches: unknown[] = []
    for (let n = 0; n < 4; n++) {
      const { result, sent } = await callTool(look(era), [answer(200, grüße)], { era })
      const { cache } = result.structuredContent
      expect(result.structuredContent).toEqual({ success: true, status: 200, cache, data: grüße })
      expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
      expect(sent.length).toBe(cache === 'HIT' ? 0 : 1)
      caches.push(cache)
    }
    expect(caches).toEqual(['MISS', 'HIT', 'HIT', 'HIT'])
  },
)

it('it is another one after a write, with other arguments, and for another tenant', async () => {
  await gateway.seed('rival', { fixture: 'secret' })
  const cacheOf = async (...given: Parameters<typeof callTool>) =>
    (await callTool(...given)).result.structuredContent.cache
  for (let n = 0; n < 3; n++) await cacheOf(look('often'))
  expect(await cacheOf({ ...look('often'), colour: 'red' })).toBe('MISS')
  expect((await gateway.call('rival', 'fixture', look('often'))).body.cache).toBe('MISS')
  await callTool({ action: 'create', name: 'x' })
  expect(await cacheOf(look('often'))).toBe('MISS')
})

it('by REST and by MCP the same call is answered from one cache', async () => {
  for (let n = 0; n < 3; n++) await callTool(look('shared'))
  for (let n = 0; n < 3; n++) {
    expect((await gateway.call('acme', 'fixture', look('shared'))).body).toMatchObject({
      cache: 'HIT',
      data: { ok: true },
    })
  }
})
