// Test lanes: slow

import type { ServerResponse } from 'node:http'
import { imported, none } from '@patchbay/core/provider'
import { afterAll, expect, test } from 'vitest'
import { startTestGateway } from '../gateway.ts'
import { importedDomain } from '../imported/imported-domain.ts'
import { sliceOfTools, startEvents, startToolServer, type Tool } from './tool-server.ts'

const tools: readonly Tool[] = [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }]
const slow = await startToolServer({ tools })
const good = await startToolServer({ tools })
const domains = [
  { id: 'slow', url: slow.url },
  { id: 'good', url: good.url },
].map(({ id, url }) =>
  importedDomain(
    imported<{ look: never }>()({
      id,
      title: 'Shop',
      origin: 'https://mcp.shop.com',
      auth: none(),
      actions: {},
      reads: ['look'],
    }),
    sliceOfTools(id, url, tools).slice,
  ),
)
const gateway = await startTestGateway({
  domains,
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ slow: slow.origin, good: good.origin }),
    REQUEST_TIMEOUT_MS: '4000',
  },
})
await gateway.seed('acme', { slow: null, good: null })
afterAll(async () => {
  await gateway.stop()
  await Promise.all([slow.stop(), good.stop()])
})

const every = (response: ServerResponse, write: () => void): void => {
  const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : write()), 20)
}

const begins: readonly ((response: ServerResponse) => void)[] = [
  () => {},
  (response) => {
    const send = startEvents(response)
    every(response, () => send({ jsonrpc: '2.0', method: 'notifications/x' }))
  },
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    every(response, () => response.write(' '))
  },
]

test('a server without an answer, with a stream without end, or drop by drop costs its own calls only', async () => {
  // Both are known before one goes bad.
  for (const id of ['slow', 'good']) expect((await gateway.call('acme', id, { action: 'look' })).status).toBe(200)
  let count = 0
  slow.play((message, response) => {
    const isCall = message.method === 'tools/call'
    if (isCall) begins[count++ % begins.length]?.(response)
    return isCall
  })
  const waiting = begins.map(() => gateway.call('acme', 'slow', { action: 'look' }))
  expect((await gateway.call('acme', 'good', { action: 'look' })).status).toBe(200)
  expect((await Promise.all(waiting)).map(({ body }) => body.code)).toEqual(['TIMEOUT', 'TIMEOUT', 'TIMEOUT'])
  // The server is told that nobody waits any more.
  await expect.poll(() => slow.received.filter(({ method }) => method === 'notifications/cancelled').length).toBe(3)
})
