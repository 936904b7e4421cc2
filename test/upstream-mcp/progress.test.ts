import type { ServerResponse } from 'node:http'
import { imported, none } from '@patchbay/core/provider'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { startTestGateway } from '../gateway.ts'
import { importedDomain } from '../imported/imported-domain.ts'
import { toolCall } from '../mcp/messages.ts'
import { resultOf, sliceOfTools, startEvents, startToolServer, type Tool, textResult } from './tool-server.ts'

const tools: readonly Tool[] = [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }]
const eras = ['legacy', 'modern'] as const
const servers = {
  legacy: await startToolServer({ tools, hasSessions: true }),
  modern: await startToolServer({ era: 'modern', tools }),
}
const domains = eras.map((id) =>
  importedDomain(
    imported<{ look: never }>()({
      id,
      title: 'Shop',
      origin: 'https://mcp.shop.com',
      auth: none(),
      actions: {},
      reads: ['look'],
    }),
    sliceOfTools(id, servers[id].url, tools).slice,
  ),
)
const start = () =>
  startTestGateway({
    domains,
    env: { PROVIDER_ORIGINS: JSON.stringify({ legacy: servers.legacy.origin, modern: servers.modern.origin }) },
  })
const gateway = await start()
await gateway.seed('acme', { legacy: null, modern: null })
afterAll(async () => {
  await gateway.stop()
  await Promise.all([servers.legacy.stop(), servers.modern.stop()])
})
beforeEach(() => {
  for (const server of Object.values(servers)) server.play(undefined)
})

const callOverMcp = (era: (typeof eras)[number], more: object = {}, signal?: AbortSignal) => {
  const { headers, body } = toolCall('legacy', era, { action: 'look', repeat: true }, more)
  return fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${tokenOf('acme')}` },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}

describe.each(eras)('a server of the era %s', (era) => {
  test('tells how far it is, and the client that asks gets it in its order', async () => {
    const server = servers[era]
    server.play((message, response) => {
      if (message.method !== 'tools/call') return false
      const progressToken = message.params._meta?.progressToken
      const send = startEvents(response)
      const step = (progress: number, more: object = {}) =>
        send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress, ...more } })
      step(1, { total: 4, message: 'pages' })
      step(3, { total: 4 })
      // Neither is further than what was told.
      step(3)
      step(2)
      send(resultOf(message, { resultType: 'complete', ...textResult('"done"') }))
      response.end()
      return true
    })
    const text = await (await callOverMcp(era, { _meta: { progressToken: 'p' } })).text()
    const told = text
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => JSON.parse(line.slice('data:'.length)))
    expect(told.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params)).toEqual([
      { progressToken: 'p', progress: 0, total: 1 },
      { progressToken: 'p', progress: 1, total: 4, message: 'pages' },
      { progressToken: 'p', progress: 3, total: 4 },
    ])
    expect(told.at(-1).result.structuredContent.data).toBe('done')
    await callOverMcp(era)
    expect(server.calls().at(-1)?.params._meta?.progressToken).toBeUndefined()
  })

  test('is told when the caller of a read hangs up', async () => {
    const server = servers[era]
    const begun = Promise.withResolvers<ServerResponse>()
    server.play((message, response) => {
      if (message.method !== 'tools/call') return false
      begun.resolve(response)
      return true
    })
    const leaving = new AbortController()
    const call = callOverMcp(era, {}, leaving.signal).catch(() => 'gone')
    const response = await begun.promise
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    const before = server.received.filter(({ method }) => method === 'notifications/cancelled').length
    leaving.abort()
    expect(await call).toBe('gone')
    await closed
    const isTold = () => server.received.filter(({ method }) => method === 'notifications/cancelled').length > before
    if (era === 'legacy') await expect.poll(isTold).toBe(true)
  })
})

test('a gateway that stops ends its sessions', async () => {
  const { legacy } = servers
  const other = await start()
  await other.seed('acme', { legacy: null, modern: null })
  await other.call('acme', 'legacy', { action: 'look' })
  const session = `session-${legacy.state.sessions}`
  expect(legacy.ended).not.toContain(session)
  await other.stop()
  expect(legacy.ended).toContain(session)
})
