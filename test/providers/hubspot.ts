import { createFaults } from './faults.ts'
import { errorOf, HubspotError, invalidInput } from './hubspot-error.ts'
import { createRecords, type StoredRecord } from './hubspot-records.ts'
import { type Association, createRoutes } from './hubspot-routes.ts'
import { type Recorded, record } from './recorded.ts'

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw invalidInput('Invalid input JSON')
  }
}

/** Counts requests in windows: https://developers.hubspot.com/docs/api/usage-details */
const createAllowance = (perWindow: number, intervalMs: number) => {
  let window = { ends: 0, used: 0 }
  return {
    spend: (): void => {
      if (Date.now() >= window.ends) window = { ends: Date.now() + intervalMs, used: 0 }
      if (window.used >= perWindow) throw errorOf(429)
      window.used += 1
    },
    headers: () => ({
      'x-hubspot-ratelimit-max': String(perWindow),
      'x-hubspot-ratelimit-remaining': String(perWindow - window.used),
      'x-hubspot-ratelimit-interval-milliseconds': String(intervalMs),
    }),
  }
}

/**
 * A HubSpot account on loopback: contacts, companies, deals, tickets and their associations, in memory. `tokens` are
 * the access tokens it takes; `perWindow` requests are allowed in each `intervalMs`.
 */
export const startHubspot = ({
  tokens = ['hubspot-access-token'],
  perWindow = 100_000,
  intervalMs = 10_000,
}: {
  tokens?: string[]
  perWindow?: number
  intervalMs?: number
} = {}) => {
  const records = createRecords()
  const associations: Association[] = []
  const requests: Recorded[] = []
  const faults = createFaults()
  const allowance = createAllowance(perWindow, intervalMs)
  const routes = createRoutes(records, associations)

  const authorize = (authorization = ''): void => {
    const [scheme = '', token = ''] = authorization.split(' ')
    if (scheme.toLowerCase() === 'bearer' && tokens.includes(token)) return
    throw new HubspotError(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found or not valid')
  }

  const handle = ({ method, url, headers, body }: Recorded) => {
    authorize(headers.authorization)
    allowance.spend()
    if (body && !headers['content-type']?.startsWith('application/json')) {
      throw new HubspotError(415, 'VALIDATION_ERROR', 'Content-Type must be application/json')
    }
    const answered = routes({ method, url: new URL(url, 'http://hubspot'), json: () => parse(body) })
    if (!answered) throw new HubspotError(404, 'NOT_FOUND', 'No such resource')
    return answered
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const asked = await record(request)
      requests.push(asked)
      const correlationId = crypto.randomUUID()
      const fault = faults.take()
      const headers = () => ({ ...allowance.headers(), 'x-hubspot-correlation-id': correlationId, ...fault?.headers })
      try {
        if (fault && !fault.executed) throw errorOf(fault.status)
        const { status, body } = handle(asked)
        if (fault) throw errorOf(fault.status)
        return Response.json(body, { status, headers: headers() })
      } catch (error) {
        if (!(error instanceof HubspotError)) throw error
        return Response.json(error.body(correlationId), { status: error.status, headers: headers() })
      }
    },
  })

  return {
    origin: `http://127.0.0.1:${server.port}`,
    tokens,
    requests,
    associations,
    failNext: faults.failNext,
    /** Puts records there without a request. */
    seed: (type: string, ...properties: Record<string, string>[]): StoredRecord[] =>
      properties.map((each) => records.create(type, each)),
    records: (type: string): StoredRecord[] => records.all(type),
    stop: () => server.stop(true),
  }
}
