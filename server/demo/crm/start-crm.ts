import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '@patchbay/core/store'
import { createCrm } from './create-crm.ts'
import { CrmError } from './crm-error.ts'
import { type CrmRequest, type CrmRoutes, crmRoutes } from './routes.ts'

/** Bun ends a connection that is silent for longer; the slowest answer takes 10 s. */
const idleTimeoutSeconds = 30

const isKey = (header: string | null, key: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(header ?? '')), Buffer.from(hashToken(`Bearer ${key}`)))

/** Answers in the CRM's shape what a handler throws, and 401 to a request without the key. */
const guarded =
  (key: string, handle: CrmRoutes[string][string]) =>
  async (request: CrmRequest): Promise<Response> => {
    try {
      if (!isKey(request.headers.get('authorization'), key))
        throw new CrmError(401, 'unauthorized', 'The API key is missing or wrong')
      return await handle(request)
    } catch (error) {
      if (error instanceof CrmError) return error.toResponse()
      // Nobody reads the answer: the gateway's deadline had passed, which stopped the slow report.
      if (request.signal.aborted) return new Response(null, { status: 499 })
      throw error
    }
  }

const mapValues = <V, W>(values: Readonly<Record<string, V>>, map: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

/** Over the deadline that the demo sets, so that callers see how Patchbay ends a call that takes too long. */
const longForecastMs = 10_000

/** Starts the demo's CRM on a free port of this machine. `key` is the API key that it takes, and no other. */
export const startCrm = (key: string, { forecastMs = longForecastMs }: { readonly forecastMs?: number } = {}) => {
  const routes = mapValues(crmRoutes(createCrm(), forecastMs), (methods) =>
    mapValues(methods, (handle) => guarded(key, handle)),
  )
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    // In development mode Bun answers a bug with a page that shows the source.
    development: false,
    idleTimeout: idleTimeoutSeconds,
    routes,
    fetch: () => new CrmError(404, 'not_found', 'The CRM has nothing at this path').toResponse(),
  })
  return {
    origin: `http://127.0.0.1:${server.port}`,
    stop: (): Promise<void> => server.stop(true),
  }
}
