// Test lanes: slow

import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { startTestGateway } from '../gateway.ts'

/** Returns the metrics listener's own address, which BASE_URL doesn't change. */
const start = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const port = String(freePort())
  const gateway = await startTestGateway({ env: { PORT: port, ...env } })
  onTestFinished(gateway.stop)
  return `http://127.0.0.1:${port}`
}

/** A reverse proxy on the gateway's own host that adds no header, as a bare `proxy_pass` of nginx or a TCP forwarder. */
const startPlainProxy = (target: string): string => {
  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url, headers }) => fetch(target + new URL(url).pathname, { headers: new Headers(headers) }),
  })
  onTestFinished(() => proxy.stop(true))
  return `http://127.0.0.1:${proxy.port}`
}

const BASE_URL = 'https://gateway.example.com'

describe('a stranger who asks for /metrics through a reverse proxy on the same host', () => {
  test('is refused, though the gateway sees loopback and METRICS_TOKEN is unset', async () => {
    const answer = await fetch(`${startPlainProxy(await start({ BASE_URL }))}/metrics`)
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'FORBIDDEN' }])
  })

  test('needs the token where there is one', async () => {
    const proxy = startPlainProxy(await start({ BASE_URL, METRICS_TOKEN: 'a-token-for-prometheus' }))
    expect((await fetch(`${proxy}/metrics`)).status).toBe(401)
    const headers = { authorization: 'Bearer a-token-for-prometheus' }
    expect((await fetch(`${proxy}/metrics`, { headers })).status).toBe(200)
  })
})

test('on this machine, where BASE_URL is loopback, no token is needed', async () => {
  expect((await fetch(`${await start({ BASE_URL: 'http://localhost:3000' })}/metrics`)).status).toBe(200)
})
