import type { Fetcher } from '@patchbay/core/fetch'
import type { Route } from '../http/exchange.ts'

/** Wraps what is traced. Where tracing is off nothing is wrapped, and nothing of OpenTelemetry is loaded. */
export interface Tracing {
  /** A server span for each exchange, below the one that `traceparent` names. */
  traceRoute(route: Route): Route
  /** A client span for each outgoing request, below that of its exchange. Nothing of it is sent to the other side. */
  traceFetcher(fetcher: Fetcher): Fetcher
  /** Sends what waits. */
  close(): Promise<void>
}

export interface TracingOptions {
  /** Where an OTLP collector takes HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** The share of traces that is kept, 0 to 1, where the caller's `traceparent` doesn't say. */
  readonly share: number
  /** Told of each batch of spans that the collector did not take. */
  readonly onLost: (error: unknown) => void
}
