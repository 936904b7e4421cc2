import type { Answered, createClient } from '../../../test/client.ts'

export type Client = ReturnType<typeof createClient>

/** The tenant whose calls are made. */
export const soakTenant = 'soak'

/** A worker's call: the gateway, the worker's number, and the call's number. */
interface Turn {
  readonly gateway: Client
  readonly worker: number
  readonly n: number
}

const record = { id: '1', properties: { email: 'ada@example.com' }, createdAt: '2026-01-01T00:00:00Z', archived: false }
const missing = { status: 'error', message: 'resource not found', category: 'OBJECT_NOT_FOUND' }

/** Large enough that the answer cache is full, and its memory steady, before the first third is over. */
const page = { total: 40, results: Array.from({ length: 40 }, () => record) }

/** A HubSpot that knows every record but `missing`. */
export const startSoakUpstream = () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      if (url.endsWith('/search')) return Response.json(page)
      return /\/missing(\?|$)/.test(url) ? Response.json(missing, { status: 404 }) : Response.json(record)
    },
  })
  return { origin: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

const search = (value: string) => ({
  action: 'search',
  object_type: 'contacts',
  filters: [{ propertyName: 'email', operator: 'EQ', value }],
})
const get = (object_id: string) => ({ action: 'get', object_type: 'contacts', object_id })
const create = { action: 'create', object_type: 'contacts', properties: { email: 'ada@example.com' } }

/** Throws Error for an answer that isn't the expected one. */
const expectStatus = async (answer: Promise<Answered>, want: number, code?: string): Promise<void> => {
  const { status, text, body } = await answer
  if (status !== want || body?.code !== code) throw new Error(`wanted ${want} ${code ?? ''}, got ${status}: ${text}`)
}

const call = ({ gateway }: Turn, body: unknown, token?: string) =>
  gateway.call(soakTenant, 'hubspot', body, token === undefined ? {} : { token })

/** A tenant comes, is changed, calls, and goes: five changes and two calls. */
const live = async ({ gateway, worker }: Turn): Promise<number> => {
  const tenant = `soak-${worker}`
  await gateway.seed(tenant, { hubspot: 'soak-provider-token' })
  await expectStatus(gateway.call(tenant, 'hubspot', search(tenant)), 200)
  const { body } = await gateway.admin('GET', `/admin/auth/${tenant}`)
  await expectStatus(gateway.admin('DELETE', `/admin/auth/${tenant}/${body.tokens[0].token_id}`), 204)
  await expectStatus(gateway.call(tenant, 'hubspot', search(tenant)), 401, 'AUTH_FAILED')
  await expectStatus(gateway.admin('DELETE', `/admin/tenants/${tenant}`), 204)
  return 8
}

const one = async (done: Promise<void>): Promise<number> => {
  await done
  return 1
}

/** The kinds of calls with their share in percent. Each returns the number of calls it made, and throws if one went wrong. */
const kinds: readonly { readonly share: number; readonly run: (turn: Turn) => Promise<number> }[] = [
  { share: 45, run: (turn) => one(expectStatus(call(turn, search('ada@example.com')), 200)) },
  { share: 25, run: (turn) => one(expectStatus(call(turn, search(`${turn.worker}-${turn.n}@example.com`)), 200)) },
  { share: 12, run: (turn) => one(expectStatus(call(turn, create), 200)) },
  { share: 5, run: (turn) => one(expectStatus(call(turn, get('missing')), 404, 'UPSTREAM_ERROR')) },
  { share: 5, run: (turn) => one(expectStatus(call(turn, { action: 'serach' }), 400, 'VALIDATION_ERROR')) },
  { share: 3, run: (turn) => one(expectStatus(call(turn, create, 'nobodys-token-at-all'), 401, 'AUTH_FAILED')) },
  { share: 2, run: ({ gateway }) => one(expectStatus(gateway.send('GET', '/health', {}), 200)) },
  { share: 2, run: ({ gateway }) => one(expectStatus(gateway.admin('GET', '/admin/audit?limit=50'), 200)) },
  { share: 1, run: live },
]

/** The kinds in a fixed order, with the shares spread: 37 and 100 have no common divisor. */
const hundred = kinds.flatMap(({ share, run }) => Array.from({ length: share }, () => run))

/** One caller's next step. */
export const takeTurn = (turn: Turn): Promise<number> => {
  const run = hundred[(turn.n * 37) % hundred.length]
  if (!run) throw new Error('the shares add up to nothing')
  return run(turn)
}
