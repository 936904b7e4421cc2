// Test lanes: slow

import { afterAll, describe, expect, test } from 'vitest'
import { searchFor } from '../e2e/stage.ts'
import { startForwardProxy } from '../forward-proxy.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { startServerProcess } from '../server-process.ts'
import { startTlsUpstream } from '../tls-upstream.ts'

const hubspot = startHubspot()
const spy = await startForwardProxy()
const impostor = await startTlsUpstream('api.test')
const traces: string[] = []
const collector = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) => {
    traces.push(new URL(url).pathname)
    return Response.json({})
  },
})
afterAll(() => Promise.all([hubspot.stop(), impostor.stop(), collector.stop(true), spy.stop()]))

const everyProxy = Object.fromEntries(
  ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) =>
    [name, name.toLowerCase()].map((spelt) => [spelt, `http://spy:open-sesame@${spy.host}`]),
  ),
)
const callOf = async (env: Readonly<Record<string, string>>) => {
  const server = await startServerProcess({ env })
  await server.seed('acme', { hubspot: 'hubspot-access-token' })
  const { status, body } = await server.call('acme', 'hubspot', searchFor('ada@example.com'))
  await server.end('SIGTERM')
  const { output } = server
  await server.stop()
  return { status, code: body.code, output: output.stdout + output.stderr }
}

describe('an environment that was tampered with', () => {
  test('leads no request and no trace through another’s proxy, and the start says so without the proxy’s password', async () => {
    const { status, output } = await callOf({
      ...everyProxy,
      NODE_USE_ENV_PROXY: '1',
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
    })
    expect(status).toBe(200)
    expect(spy.asked).toEqual([])
    expect(traces).toContain('/v1/traces')
    expect(output).toContain('HTTP_PROXY is ignored; set OUTGOING_PROXY instead')
    expect(output).not.toContain('open-sesame')
  })

  test.each(['provider', 'collector'])('has no %s trusted whose certificate nobody vouches for', async (whose) => {
    const url = `https://127.0.0.1:${impostor.port}`
    const origin = whose === 'provider' ? url : hubspot.origin
    const { status, output } = await callOf({
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: origin }),
      ...(whose === 'collector' && { OTEL_EXPORTER_OTLP_ENDPOINT: url }),
    })
    expect(status).toBe(whose === 'provider' ? 502 : 200)
    expect(impostor.seen).toEqual([])
    expect(output).toContain('NODE_TLS_REJECT_UNAUTHORIZED is ignored')
  })

  test('that would print every request with its credentials stops the start', async () => {
    const server = await startServerProcess({ env: { BUN_CONFIG_VERBOSE_FETCH: 'curl' } })
    expect(await server.exited).toBe(1)
    expect(server.output.stderr).toMatch(/BUN_CONFIG_VERBOSE_FETCH .*credentials.*unset/)
    await server.stop()
  })
})
