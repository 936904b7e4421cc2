import type { Answered } from '../../client.ts'
import { type FunctionRun, recordRuns } from './record-runs.ts'

const contact = {
  id: '1',
  properties: { email: 'ada@example.com' },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  archived: false,
}
const found = { total: 1, results: [contact] }

const search = (after: number) => ({
  action: 'search',
  object_type: 'contacts',
  filters: [{ propertyName: 'email', operator: 'EQ', value: 'ada@example.com' }],
  after: String(after),
})

const create = (nth: number) => ({
  action: 'create',
  object_type: 'contacts',
  properties: { email: `ada-${nth}@example.com` },
})

const mostTimes = 20

/** The functions that ran, in order. */
const printShape = (run: FunctionRun): string =>
  JSON.stringify(run, (name, value) => (name === 'parent' || name === 'number' ? undefined : value))

/** Makes the requests at a gateway and a provider of their own, and records what the gateway runs for each. */
export const makeRuns = async (): Promise<
  Readonly<Record<'miss' | 'hit' | 'write' | 'mcp' | 'connect' | 'admin', FunctionRun>>
> => {
  const lastRun = recordRuns()
  const { startTestGateway } = await import('../../gateway.ts')
  const { tokenOf } = await import('../../client.ts')
  const provider = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => Response.json(url.endsWith('/search') ? found : contact),
  })
  const gateway = await startTestGateway({
    env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: provider.url.origin }), CALLS_PER_MINUTE: '600' },
  })
  await gateway.seed('acme', { hubspot: 'secret' })
  // Time stands still from here on: a request that takes long also looks whether its caller has hung up, and remembers less.
  const stoppedAt = performance.now()
  performance.now = () => stoppedAt

  let page = 0
  const mcpHeaders = {
    authorization: `Bearer ${tokenOf('acme')}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  }
  const toolCall = () => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'hubspot', arguments: search(++page) },
  })
  /** The run that comes twice in a row: at first a gateway also does what it then remembers. */
  const repeat = async (request: () => Promise<Answered>): Promise<FunctionRun> => {
    let before = ''
    for (let times = 0; times < mostTimes; times++) {
      const { status, text } = await request()
      if (status !== 200 || text.includes('"isError":true')) throw new Error(`a request has failed: ${text}`)
      const run = lastRun()
      const shape = printShape(run)
      if (shape === before) return run
      before = shape
    }
    throw new Error(`a gateway did something else each of ${mostTimes} times`)
  }
  const openLink = async (): Promise<Answered> => {
    const wanted = { tenant_id: 'acme', provider: ['stripe'], account_id: 'main' }
    const { body } = await gateway.admin('POST', '/admin/connect', wanted)
    return gateway.send('GET', new URL(String(body.url)).pathname, {})
  }
  const runs = {
    miss: await repeat(() => gateway.call('acme', 'hubspot', search(++page))),
    hit: await repeat(() => gateway.call('acme', 'hubspot', search(0))),
    write: await repeat(() => gateway.call('acme', 'hubspot', create(++page))),
    connect: await repeat(openLink),
    mcp: await repeat(() => gateway.send('POST', '/mcp', mcpHeaders, toolCall())),
    admin: await repeat(() => gateway.admin('PUT', '/admin/tokens/acme/hubspot/main', { access_token: 'another' })),
  }

  await gateway.stop()
  await provider.stop(true)
  return runs
}
