// Test lanes: slow

import { expect, onTestFinished, test } from 'vitest'
import { version } from '../../../package.json' with { type: 'json' }
import { tokenOf } from '../../client.ts'
import { startTestGateway } from '../../gateway.ts'
import { type McpMessage, request, toolCall } from '../../mcp/messages.ts'
import { startHubspot } from '../../providers/hubspot.ts'
import { searchFor } from '../stage.ts'

interface Span {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

/** An OpenTelemetry collector on loopback that keeps what it is sent (OTLP/HTTP with JSON). */
const startCollector = () => {
  const bodies: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (new URL(request.url).pathname === '/v1/traces') bodies.push(await request.text())
      return Response.json({})
    },
  })
  onTestFinished(() => server.stop(true))
  const resources = () => bodies.flatMap((body) => JSON.parse(body).resourceSpans)
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    bodies,
    resources,
    spans: (): Span[] =>
      resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }: { spans: Span[] }) => spans)),
  }
}

const attributesOf = (span: Span | undefined) =>
  Object.fromEntries(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [])

const start = async (env: Readonly<Record<string, string>>) => {
  const hubspot = startHubspot({ tokens: ['the-provider-token'] })
  const PROVIDER_ORIGINS = JSON.stringify({ hubspot: hubspot.origin })
  const gateway = await startTestGateway({ env: { PROVIDER_ORIGINS, ...env } })
  onTestFinished(() => hubspot.stop())
  await gateway.seed('acme', { hubspot: 'the-provider-token' })
  return gateway
}

test("a call is a span below its caller's, and the provider's request is one below that, without a secret or a payload", async () => {
  const collector = startCollector()
  const gateway = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, TRUSTED_PROXIES: '127.0.0.1' })
  const headers = {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'x-forwarded-for': '203.0.113.9',
    'x-request-id': 'request-7',
  }
  expect((await gateway.call('acme', 'hubspot', searchFor('ada@example.com'), { headers })).status).toBe(200)
  await gateway.stop()

  const inTrace = collector.spans().filter(({ traceId }) => traceId === '0af7651916cd43dd8448eb211c80319c')
  const served = inTrace.find(({ kind }) => kind === 2)
  const sent = inTrace.find(({ kind }) => kind === 3)
  expect(served).toMatchObject({ name: 'POST /api/v1/:tenant/:domain', parentSpanId: 'b7ad6b7169203331' })
  expect(attributesOf(served)).toMatchObject({
    'client.address': '203.0.113.9',
    'http.response.status_code': 200,
    'patchbay.request_id': 'request-7',
    'patchbay.tenant': 'acme',
    'patchbay.key': 'hubspot/main',
    'patchbay.provider': 'hubspot',
    'patchbay.action': 'search',
    'patchbay.cache': 'MISS',
  })
  expect(sent).toMatchObject({ name: 'hubspot.search', parentSpanId: served?.spanId })
  // And nothing of its path and query, which hold parameters.
  expect(attributesOf(sent)).toEqual({
    'http.request.method': 'POST',
    'patchbay.tenant': 'acme',
    'patchbay.provider': 'hubspot',
    'patchbay.action': 'search',
    'server.address': '127.0.0.1',
    'server.port': expect.any(Number),
    'http.response.status_code': 200,
  })
  const [{ resource }] = collector.resources()
  expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'patchbay' } })
  expect(resource.attributes).toContainEqual({ key: 'service.version', value: { stringValue: version } })
  expect(collector.bodies.join('')).not.toMatch(/the-provider-token|bearer-token-of|ada@example\.com|pb_admin_/)
})

test('what is asked every few seconds is no trace', async () => {
  const collector = startCollector()
  const gateway = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
  await gateway.send('GET', '/health', {})
  await gateway.send('GET', '/metrics', {})
  await gateway.send('GET', '/admin/tenants', {})
  await gateway.stop()
  const routes = collector.spans().map((span) => attributesOf(span)['http.route'])
  expect(routes).toContain('/admin/tenants')
  // Neither as a route, nor in a span's name or address.
  expect(collector.bodies.join('')).not.toMatch(/\/(health|metrics)\b/)
})

test('an error is marked as one, with its code', async () => {
  const collector = startCollector()
  const gateway = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/` })
  await gateway.call('acme', 'stripe', {})
  await gateway.stop()
  const failed = collector.spans().find((span) => attributesOf(span)['http.response.status_code'] === 404)
  expect(failed?.status.code).toBe(2)
  expect(attributesOf(failed)['error.type']).toBe('CONFIG_MISSING')
})

test.each([
  ['on', expect.stringContaining('ada@example.com')],
  ['off', undefined],
])(
  'an MCP message has the attributes of the conventions for MCP, its arguments where they are asked for (%s)',
  async (TRACE_ARGUMENTS, wanted) => {
    const collector = startCollector()
    const gateway = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, TRACE_ARGUMENTS })
    const send = async (message: McpMessage) =>
      gateway.send('POST', '/mcp', { ...message.headers, authorization: `Bearer ${tokenOf('acme')}` }, message.body)
    await send(toolCall('modern', 'hubspot', searchFor('ada@example.com')))
    await send(toolCall('modern', 'hubspot', { action: 'nothing', email: 'ada@example.com' }))
    await send(request('legacy', 'ping'))
    await gateway.stop()

    const spans = collector.spans().map(attributesOf)
    const ofTools = spans.filter((span) => span['mcp.method.name'] === 'tools/call')
    const common = {
      'mcp.protocol.version': '2026-07-28',
      'jsonrpc.request.id': '1',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'hubspot',
    }
    expect(ofTools).toMatchObject([common, { ...common, 'error.type': 'tool_error' }])
    expect(ofTools[0]).not.toHaveProperty('error.type')
    for (const span of ofTools) expect(span['gen_ai.tool.call.arguments']).toEqual(wanted)
    expect(spans.filter((span) => span['mcp.method.name'] === 'ping')).toHaveLength(1)
    if (TRACE_ARGUMENTS === 'off') expect(collector.bodies.join('')).not.toContain('ada@example.com')
  },
)

test('a caller who does not want to be traced is not, and of the others the configured share is', async () => {
  const collector = startCollector()
  const gateway = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: '0' })
  const call = (flags: string) =>
    gateway.call('acme', 'hubspot', searchFor('ada@example.com'), {
      headers: { traceparent: `00-0af7651916cd43dd8448eb211c80319${flags}-b7ad6b7169203331-0${flags}` },
    })
  await call('0')
  await call('1')
  await gateway.stop()
  expect(new Set(collector.spans().map(({ traceId }) => traceId))).toEqual(
    new Set(['0af7651916cd43dd8448eb211c803191']),
  )
})

test('a collector that is away costs no call', async () => {
  const gateway = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect((await gateway.call('acme', 'hubspot', searchFor('ada@example.com'))).status).toBe(200)
  await gateway.stop()
})
