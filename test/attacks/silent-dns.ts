import { searchFor } from '../e2e/stage.ts'
import { startNameServer } from '../name-server.ts'
import { createAgent } from '../oauth/agent.ts'
import { openConsent } from '../oauth/user.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { startServerProcess } from '../server-process.ts'

/**
 * The attack itself, in a network namespace whose only name server, 127.0.0.53, says nothing and whose /etc/hosts has
 * `crm.test`. Prints what it saw as JSON.
 */
export interface Seen {
  /** Milliseconds until a call was answered beside the silent look-ups, and its status. */
  readonly cached: readonly [ms: number, status: number]
  readonly provider: readonly [ms: number, status: number]
  /** The statuses of the attacker's requests, and the milliseconds until the last one was answered. */
  readonly refused: readonly number[]
  readonly refusedMs: number
}

const { firstQuestion } = await startNameServer('127.0.0.53', undefined)
const hubspot = startHubspot()
hubspot.seed('contacts', { email: 'ada@example.com' })
const origin = hubspot.origin.replace('127.0.0.1', 'crm.test')
const server = await startServerProcess({ env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: origin }) } })
await server.seed('acme', { hubspot: 'hubspot-access-token' })

const timed = async (answer: Promise<{ status: number }>): Promise<[number, number]> => {
  const begun = performance.now()
  const { status } = await answer
  return [Math.round(performance.now() - begun), status]
}
const search = (headers = {}) => server.call('acme', 'hubspot', searchFor('ada@example.com'), { headers })
const warm = await search()
if (warm.body.data?.total !== 1) throw new Error(`the name in /etc/hosts was not reached: ${warm.text}`)

const names = Array.from({ length: 8 }, (_, n) => `silent${n}`)
const agent = createAgent(server.url)
const attacked = performance.now()
const attack = Promise.all(names.map((name) => openConsent(agent.authorizeUrl(`https://${name}.test/x`).url)))
await firstQuestion
const [cached, provider] = await Promise.all([timed(search()), timed(search({ 'cache-control': 'no-cache' }))])
const refused = (await attack).map(({ status }) => status)
const refusedMs = Math.round(performance.now() - attacked)

await server.stop()
await hubspot.stop()
console.log(JSON.stringify({ cached, provider, refused, refusedMs } satisfies Seen))
process.exit()
