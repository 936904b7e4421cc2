import { createFetcher, type FetchRequest, parseAllowedHosts } from '@patchbay/core/fetch'
import { digestTool, openServer } from '@patchbay/core/upstream-mcp'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { resultOf, sendJson, startToolServer } from '../../test/upstream-mcp/tool-server.ts'
import { createServerConnections } from './connections.ts'

const server = await startToolServer({ hasSessions: true, tools: [] })
const look = { name: 'look', description: 'Looks', inputSchema: { type: 'object' } }
const fetcher = createFetcher({ allowed: parseAllowedHosts('127.0.0.1') })
const { signal } = new AbortController()
afterAll(server.stop)
// The first opening loads the library of the protocol, for seconds on a busy machine.
await openServer(server.url, { headers: {}, signal, maxBytes: 100_000, call: undefined, sender: undefined, fetcher })
beforeEach(() => {
  server.ended.length = 0
})

const refOf = (tenant: string) => ({ tenant, provider: 'shop', account: 'default' })
const request = (): FetchRequest => ({
  url: server.url,
  method: 'POST',
  headers: { authorization: 'Bearer of-a-whole-company' },
  signal,
  maxBytes: 100_000,
  redirects: 'none',
})

test('a session that nobody has used for a while is ended at the server, and the next call opens another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let nowMs = 0
  const connections = createServerConnections({ now: () => nowMs })
  const after = (ms: number): void => {
    nowMs += ms
    vi.advanceTimersByTime(60_000)
  }
  const find = () => connections.find(refOf('ada'), request(), fetcher)
  const first = await find()
  expect(first.server.hasSession).toBe(true)
  const session = `session-${server.state.sessions}`
  after(540_000)
  expect(await find()).toBe(first)
  after(540_000)
  expect(await find()).toBe(first)
  after(660_000)
  expect(await find()).not.toBe(first)
  await expect.poll(() => server.ended).toEqual([session])
  await connections.close()
  expect(server.ended).toEqual([session, `session-${server.state.sessions}`])
})

test('each account has a session of its own, and a stop ends all', async () => {
  const connections = createServerConnections()
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

describe('64 callers at one moment', () => {
  const callers = Array.from({ length: 64 }, (_, n) => n)
  const connections = createServerConnections()
  afterAll(connections.close)
  beforeEach(() => {
    server.received.length = 0
    server.play(undefined)
  })
  const listings = () => server.received.filter(({ method }) => method === 'tools/list').length

  test('list the tools once, and one who hangs up costs the others nothing', async () => {
    const held: (() => void)[] = []
    server.play((message, response) => {
      if (message.method !== 'tools/list') return false
      held.push(() => sendJson(response, resultOf(message, { tools: [look], ttlMs: 0 })))
      return true
    })
    const { digest, tools } = await connections.find(refOf('ada'), request(), fetcher)
    const hangsUp = new AbortController()
    const first = digest('look', { ...request(), signal: hangsUp.signal }, fetcher).catch((error) => error)
    await expect.poll(() => held.length).toBe(1)
    const others = callers.map((n) => (n % 2 ? digest : tools)('look', request(), fetcher))
    hangsUp.abort('gone')
    expect(await first).toBe('gone')
    for (const answer of held) answer()
    const answers = await Promise.all(others)
    expect(answers).toEqual(callers.map((n) => (n % 2 ? digestTool(look) : [look])))
    expect(listings()).toBe(1)
    server.play(undefined)
    // Whoever asks later gets what is listed then.
    expect(await tools('look', request(), fetcher)).toEqual([])
    expect(listings()).toBe(2)
  })

  test('share what goes wrong, and then list anew', async () => {
    server.play((message, response) => {
      if (message.method !== 'tools/list') return false
      sendJson(response, 'oh', 500)
      return true
    })
    const { tools } = await connections.find(refOf('ada'), request(), fetcher)
    const settled = await Promise.allSettled(callers.map(() => tools('look', request(), fetcher)))
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(callers.length)
    expect(listings()).toBe(1)
    server.play(undefined)
    expect(await tools('look', request(), fetcher)).toEqual([])
  })

  test('open one session where theirs has ended', async () => {
    const ended = await connections.find(refOf('ada'), request(), fetcher)
    const before = server.state.sessions
    const next = await Promise.all(
      callers.map(() => {
        ended.forget()
        return connections.find(refOf('ada'), request(), fetcher)
      }),
    )
    expect([new Set(next).size, next.includes(ended)]).toEqual([1, false])
    expect(server.state.sessions).toBe(before + 1)
  })
})
