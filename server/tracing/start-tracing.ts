import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { buildLogFields } from '@patchbay/core/audit'
import { asGatewayError } from '@patchbay/core/errors'
import type { Fetcher, TracedCall } from '@patchbay/core/fetch'
import { version } from '../../package.json' with { type: 'json' }
import type { HttpRoute, Reply } from '../http/exchange.ts'
import { collectorAgent } from './collector-agent.ts'
import type { Tracing, TracingOptions } from './tracing.ts'

/** Names as in OpenTelemetry's semantic conventions for HTTP. */
const status = 'http.response.status_code'
const method = 'http.request.method'

/** The milliseconds that a batch and its retries may take. */
const exportMs = 3000

/** Paths that probes and Prometheus ask every few seconds: as traces they would bury the calls. */
const untraced = new Set(['/health', '/metrics'])

const callAttributes = ({ provider, action, tenantId }: TracedCall): Attributes => ({
  ...(provider !== undefined && { 'patchbay.provider': provider }),
  ...(action !== undefined && { 'patchbay.action': action }),
  ...(tenantId !== undefined && { 'patchbay.tenant': tenantId }),
})

/** A span holds the same members as the log line: no secret and no payload. */
const buildAttributes = ({ status: answered, log = {}, call, code }: Reply): Attributes => ({
  [status]: answered,
  ...(call && callAttributes(call)),
  ...Object.fromEntries(
    Object.entries(call ? { ...buildLogFields(call), code } : log).flatMap(([name, value]) =>
      value == null ? [] : [[`patchbay.${name}`, String(value)]],
    ),
  ),
})

/** Collects spans and sends them in batches over OTLP's JSON. */
const createProvider = ({ endpoint, share, onLost }: TracingOptions): TracerProvider => {
  const collector = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportMs,
    httpAgentOptions: collectorAgent(),
  })
  const exporter: SpanExporter = {
    export: (spans, done) =>
      collector.export(spans, (result) => {
        if (result.error) onLost(result.error)
        done(result)
      }),
    shutdown: () => collector.shutdown(),
  }
  return new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'patchbay', 'service.version': version }))
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
}

/** Runs `work` within the span, which ends as an error when `work` throws. */
const within = async <T>(span: Span, work: () => Promise<T>, failed: (thrown: unknown) => Attributes): Promise<T> => {
  try {
    return await work()
  } catch (thrown) {
    span.setAttributes(failed(thrown))
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw thrown
  } finally {
    span.end()
  }
}

/** Starts tracing. While the collector is unreachable, spans are lost and calls are not affected. */
export const startTracing = (options: TracingOptions): Tracing => {
  const provider = createProvider(options)
  const tracer = provider.getTracer('patchbay')
  const propagator = new W3CTraceContextPropagator()
  /** The exchange during which an outgoing request is sent. */
  const current = new AsyncLocalStorage<Context>()

  const extractParent = (headers: Headers): Context =>
    propagator.extract(ROOT_CONTEXT, Object.fromEntries(headers), defaultTextMapGetter)

  const traceEach = (route: HttpRoute): HttpRoute => ({
    ...route,
    handle(exchange) {
      const attributes = {
        [method]: route.method,
        'http.route': route.path,
        'client.address': exchange.ip,
        'patchbay.request_id': exchange.requestId,
      }
      const parent = extractParent(exchange.request.headers)
      const span = tracer.startSpan(`${route.method} ${route.path}`, { kind: SpanKind.SERVER, attributes }, parent)
      const work = async (): Promise<Reply> => {
        const reply = await route.handle(exchange)
        span.setAttributes({ ...buildAttributes(reply), ...reply.trace?.(options.arguments) })
        if (reply.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        return reply
      }
      const failed = (thrown: unknown): Attributes => {
        const { status: code, code: errorType } = asGatewayError(thrown)
        return { [status]: code, 'error.type': errorType }
      }
      return current.run(trace.setSpan(parent, span), () => within(span, work, failed))
    },
  })

  const traceRoute = (route: HttpRoute): HttpRoute => (untraced.has(route.path) ? route : traceEach(route))

  const traceFetcher = (fetcher: Fetcher): Fetcher => {
    const fetch: (request: Parameters<Fetcher>[0]) => ReturnType<Fetcher> = (request) => {
      // Path and query are left out, because they hold parameters.
      const { hostname, port } = new URL(request.url)
      const { call } = request
      const name = call?.provider && call.action ? `${call.provider}.${call.action}` : request.method
      const attributes = {
        [method]: request.method,
        'server.address': hostname,
        ...(port && { 'server.port': Number(port) }),
        ...(call && callAttributes(call)),
      }
      const parent = current.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent)
      const work = async () => {
        const answer = await fetcher(request)
        span.setAttribute(status, answer.status)
        if (answer.status >= 400) span.setStatus({ code: SpanStatusCode.ERROR })
        return answer
      }
      return within(span, work, (thrown) => ({ 'error.type': thrown instanceof Error ? thrown.name : 'unknown' }))
    }
    return Object.assign(fetch, { check: fetcher.check })
  }

  return { traceRoute, traceFetcher, close: () => provider.shutdown().catch(options.onLost) }
}
