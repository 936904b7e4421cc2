import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createFetcher } from './fetcher.ts'
import { parseAllowedHosts } from './hosts/allowed-hosts.ts'
import { createSlots } from './slots.ts'

const never = new AbortController().signal

/** Enters as often as there is a place at once. */
const fill = (slots: ReturnType<typeof createSlots>, host: string): number => {
  for (let count = 0; ; count++) {
    const signal = new AbortController()
    const entered = slots.enter(host, signal.signal)
    if (entered === undefined) continue
    entered.catch(() => undefined)
    signal.abort()
    return count
  }
}

test('a busy host leaves a third of the places to others, and each of them as much of the rest', () => {
  const slots = createSlots(243)
  expect(['a', 'b', 'c', 'd'].map((host) => fill(slots, host))).toEqual([162, 54, 18, 6])
  expect(slots.enter('another', never)).toBeUndefined()
  for (let left = 0; left < 162; left++) slots.leave('a')
  expect(fill(slots, 'b') + 54).toBeLessThan(162)
})

test('requests that wait enter in their order as places get free, and those that were given up do not', async () => {
  const slots = createSlots(3)
  expect(fill(slots, 'busy')).toBe(2)
  const entered: string[] = []
  const leaving = new AbortController()
  const abandoned = Promise.resolve(slots.enter('busy', leaving.signal)).catch(({ kind }) => entered.push(kind))
  const first = Promise.resolve(slots.enter('busy', never)).then(() => entered.push('first'))
  const second = Promise.resolve(slots.enter('busy', never)).then(() => entered.push('second'))
  leaving.abort()
  await abandoned
  slots.leave('busy')
  await first
  slots.leave('busy')
  await second
  expect(entered).toEqual(['aborted', 'first', 'second'])
})

let open = 0
const servers = [
  createServer(() => {
    open++
  }),
  createServer((_, response) => {
    response.end('well')
  }),
]
await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))))
const [silent = '', good = ''] = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

test('a host that never answers holds no request to another, and gets a bounded number', async () => {
  const fetcher = createFetcher({ allowed: parseAllowedHosts('127.0.0.1') })
  const leaving = new AbortController()
  const request = { method: 'GET', headers: {}, maxBytes: 1000, redirects: 'none' } as const
  const requests = Array.from({ length: 300 }, () =>
    fetcher({ ...request, url: silent, signal: leaving.signal }).catch(({ kind }) => kind),
  )
  const { bytes } = await fetcher({ ...request, url: good, signal: AbortSignal.timeout(25_000) })
  expect(new TextDecoder().decode(bytes)).toBe('well')
  expect(open).toBeLessThan(200)
  leaving.abort()
  expect(new Set(await Promise.all(requests))).toEqual(new Set(['aborted']))
  expect((await fetcher({ ...request, url: good, signal: never })).status).toBe(200)
})
