import type { Fetcher } from '@patchbay/core/fetch'
import type { HttpRoute } from '../http/exchange.ts'

/** Wraps routes and the fetcher with spans. When tracing is off, nothing is wrapped and OpenTelemetry isn't loaded. */
export interface Tracing {
  /** Makes a server span for each exchange, below the span that `traceparent` names. */
  traceRoute(route: HttpRoute): HttpRoute
  /** Makes a client span for each outgoing request, below its exchange's span. No trace header is sent. */
  traceFetcher(fetcher: Fetcher): Fetcher
  /** Sends the spans that are queued. */
  close(): Promise<void>
}

export interface TracingOptions {
  /** The HTTP endpoint of an OTLP collector, without `/v1/traces`. */
  readonly endpoint: string
  /** The share of traces that is kept, from 0 to 1, unless the caller's `traceparent` decides. */
  readonly share: number
  /** True if spans of tool calls have the arguments, which may hold anything. */
  readonly arguments: boolean
  /** Called for each batch of spans that the collector didn't accept. */
  readonly onLost: (error: unknown) => void
}
