import type { Configuration } from '../configuration/configuration.ts'
import type { Tracing, TracingOptions } from './tracing.ts'

const untraced: Tracing = {
  traceRoute: (route) => route,
  traceFetcher: (fetcher) => fetcher,
  close: async () => undefined,
}

/** Tracing as configured. */
export const createTracing = async (
  { otlpEndpoint: endpoint, traceShare: share }: Pick<Configuration, 'otlpEndpoint' | 'traceShare'>,
  onLost: TracingOptions['onLost'],
): Promise<Tracing> => {
  if (endpoint === null) return untraced
  const { startTracing } = await import('./start-tracing.ts')
  return startTracing({ endpoint, share, onLost })
}
