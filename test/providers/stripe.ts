import { createFaults } from './faults.ts'
import { type Recorded, record } from './recorded.ts'
import { errorOf, invalidRequest, StripeError } from './stripe-error.ts'
import { parseForm } from './stripe-form.ts'
import { createIdempotency, type Outcome } from './stripe-idempotency.ts'
import { createObjects, type Kind, type StripeObject } from './stripe-objects.ts'
import { createRoutes } from './stripe-routes.ts'

/** The key of `Authorization: Bearer key` or `Basic base64(key:)`: https://docs.stripe.com/api/authentication */
const keyOf = (authorization = ''): string => {
  const [scheme = '', credential = ''] = authorization.split(' ')
  if (scheme === 'Bearer') return credential
  return scheme === 'Basic' ? (atob(credential).split(':')[0] ?? '') : ''
}

/** Validation errors come before an endpoint begins to work; other errors are its outcome. */
const outcomeOf = (work: () => unknown): Outcome => {
  try {
    // As it is now: a replay shows the first answer, whatever became of the object.
    return { status: 200, body: structuredClone(work()) }
  } catch (error) {
    if (!(error instanceof StripeError) || error.type === 'invalid_request_error') throw error
    return { status: error.status, body: error.body() }
  }
}

/** A Stripe account on loopback, in memory. `keys` are the secret keys it takes. */
export const startStripe = ({ keys = ['sk_test_patchbay'] }: { keys?: string[] } = {}) => {
  const objects = createObjects()
  const requests: Recorded[] = []
  const faults = createFaults()
  const idempotency = createIdempotency()
  const route = createRoutes(objects)

  const check = ({ method, headers, body }: Recorded): void => {
    const key = keyOf(headers.authorization)
    if (key === '') throw new StripeError(401, 'invalid_request_error', 'You did not provide an API key.')
    if (!keys.includes(key)) throw new StripeError(401, 'invalid_request_error', 'Invalid API Key provided')
    const version = headers['stripe-version']
    if (version !== undefined && !/^\d{4}-\d\d-\d\d(\.[a-z]+)?$/.test(version)) {
      throw invalidRequest(`Invalid Stripe API version: ${version}`)
    }
    const type = headers['content-type'] ?? ''
    if (method === 'POST' && body && !type.startsWith('application/x-www-form-urlencoded')) {
      throw invalidRequest(`Invalid request (check that your POST content type is application/x-www-form-urlencoded)`)
    }
  }

  const handle = (asked: Recorded, requestId: string) => {
    check(asked)
    const { method, headers, body } = asked
    const { pathname, searchParams } = new URL(asked.url, 'http://stripe')
    const execute = () => outcomeOf(() => route(method, pathname, parseForm(method === 'GET' ? searchParams : body)))
    const key = method === 'POST' ? headers['idempotency-key'] : undefined
    return idempotency.run({ key, request: `${method} ${pathname} ${body}`, requestId }, execute)
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const asked = await record(request)
      requests.push(asked)
      const requestId = `req_${crypto.randomUUID().replaceAll('-', '').slice(0, 14)}`
      const fault = faults.take()
      const version = asked.headers['stripe-version'] ?? '2022-11-15'
      const headers = { 'request-id': requestId, 'stripe-version': version, ...fault?.headers }
      try {
        if (fault && !fault.executed) throw errorOf(fault.status)
        const outcome = handle(asked, requestId)
        if (fault) throw errorOf(fault.status)
        return Response.json(outcome.body, { status: outcome.status, headers: { ...headers, ...outcome.headers } })
      } catch (error) {
        if (!(error instanceof StripeError)) throw error
        return Response.json(error.body(), { status: error.status, headers })
      }
    },
  })

  return {
    origin: `http://127.0.0.1:${server.port}`,
    keys,
    requests,
    failNext: faults.failNext,
    /** Puts objects there without a request, the last one is the newest. */
    seed: (kind: Kind, ...members: Record<string, unknown>[]): StripeObject[] =>
      members.map((each) => objects.create(kind, each)),
    objects: (kind: Kind): StripeObject[] => objects.all(kind),
    stop: () => server.stop(true),
  }
}
