import type { Configuration } from '../configuration/configuration.ts'
import type { Tracing, TracingOptions } from './tracing.ts'

const untraced: Tracing = {
  traceRoute: (route) => route,
  traceFetcher: (fetcher) => fetcher,
  close: async () => undefined,
}

/** Tracing as configured. */
export const createTracing = async (
  configuration: Pick<Configuration, 'otlpEndpoint' | 'traceShare' | 'traceArguments'>,
  onLost: TracingOptions['onLost'],
): Promise<Tracing> => {
  const { otlpEndpoint: endpoint, traceShare: share, traceArguments } = configuration
  if (endpoint === null) return untraced
  const { startTracing } = await import('./start-tracing.ts')
  return startTracing({ endpoint, share, arguments: traceArguments, onLost })
}
