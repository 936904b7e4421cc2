import { createFetcher, type FetchRequest, parseAllowedHosts } from '@patchbay/core/fetch'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startToolServer } from '../../test/upstream-mcp/tool-server.ts'
import { createServerConnections } from './connections.ts'

const server = await startToolServer({ hasSessions: true, tools: [] })
const fetcher = createFetcher({ allowed: parseAllowedHosts('127.0.0.1') })
afterAll(server.stop)
beforeEach(() => {
  server.ended.length = 0
})

const refOf = (tenant: string) => ({ tenant, provider: 'shop', account: 'default' })
const request = (): FetchRequest => ({
  url: server.url,
  method: 'POST',
  headers: { authorization: 'Bearer of-a-whole-company' },
  signal: AbortSignal.timeout(20_000),
  maxBytes: 100_000,
  redirects: 'none',
})

test('a session that nobody has used for a while is ended at the server, and the next call opens another', async () => {
  const connections = createServerConnections({ idleMs: 50, lookEveryMs: 10 })
  const first = await connections.find(refOf('ada'), request(), fetcher)
  expect(first.server.hasSession).toBe(true)
  const session = `session-${server.state.sessions}`
  await vi.waitFor(() => expect(server.ended).toEqual([session]), { timeout: 10_000 })
  expect(await connections.find(refOf('ada'), request(), fetcher)).not.toBe(first)
  await connections.close()
  expect(server.ended).toEqual([session, `session-${server.state.sessions}`])
})

test('a session in use stays, each account has its own, and a stop ends all', async () => {
  const connections = createServerConnections({ idleMs: 60_000, lookEveryMs: 10 })
  const before = server.state.sessions
  const [ada, again, ben] = [
    await connections.find(refOf('ada'), request(), fetcher),
    await connections.find(refOf('ada'), request(), fetcher),
    await connections.find(refOf('ben'), request(), fetcher),
  ]
  expect([ada === again, ada === ben]).toEqual([true, false])
  expect(server.ended).toEqual([])
  await connections.close()
  expect(server.ended.toSorted()).toEqual([`session-${before + 1}`, `session-${before + 2}`])
})

test('the sessions of a tenant that was removed are ended, and one of the same id gets another', async () => {
  const connections = createServerConnections()
  const before = server.state.sessions
  const first = await connections.find(refOf('ada'), request(), fetcher)
  const others = await connections.find(refOf('ben'), request(), fetcher)
  connections.forgetTenant('ada')
  await vi.waitFor(() => expect(server.ended).toEqual([`session-${before + 1}`]), { timeout: 10_000 })
  expect(await connections.find(refOf('ada'), request(), fetcher)).not.toBe(first)
  expect(await connections.find(refOf('ben'), request(), fetcher)).toBe(others)
  await connections.close()
})
