import { startHubspot } from '../providers/hubspot.ts'
import { type Recorded, record } from '../providers/recorded.ts'

/** A vendor on loopback. */
interface Vendor {
  readonly origin: string
  readonly credential: string
  readonly requests: readonly Recorded[]
  /** Parameters that name what is there, so that calls find it. */
  readonly known: Readonly<Record<string, unknown>>
  /** Sets a deviating answer for the following requests. */
  answer?(body: unknown): void
  stop(): Promise<unknown>
}

/** Answers as it is told, but every fifth request with an error. */
const startTold = (credential: string, known: Vendor['known'] = {}): Vendor => {
  const requests: Recorded[] = []
  let answer: unknown = {}
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      requests.push(await record(request))
      return requests.length % 5 === 0
        ? Response.json({ message: 'Not here', error: { message: 'Not here' } }, { status: 404 })
        : Response.json(answer)
    },
  })
  return {
    origin: `http://127.0.0.1:${server.port}`,
    credential,
    requests,
    known,
    answer(body) {
      answer = body
    },
    stop: () => server.stop(true),
  }
}

const hubspot = (): Vendor => {
  const vendor = startHubspot()
  const [contact] = vendor.seed('contacts', { email: 'ada@example.com' })
  const [company] = vendor.seed('companies', { name: 'Acme' })
  const ids = { object_id: contact?.id, to_object_type: 'companies', to_object_id: company?.id }
  const known = {
    object_type: 'contacts',
    filters: [],
    sorts: undefined,
    after: undefined,
    id_property: undefined,
    ...ids,
  }
  return { ...vendor, credential: 'hubspot-access-token', known }
}

/** All of them, by the id of their plugin. Two calls make two of each, alike. */
export const startVendors = (): Readonly<Record<string, Vendor>> => ({
  github: startTold('github-access-token', { owner: 'octo', repo: 'hello' }),
  hubspot: hubspot(),
  slack: startTold('xoxb-patchbay'),
  stripe: startTold('sk_test_patchbay', { currency: 'usd' }),
})
