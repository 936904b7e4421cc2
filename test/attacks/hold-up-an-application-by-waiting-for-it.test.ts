import { createLimits } from '@patchbay/core/admission'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { afterAll, expect, test } from 'vitest'
import { createClientDocuments } from '../../server/oauth/protocol/client-documents.ts'
import { memoryCounters } from '../../server/store/sqlite/limits/counters.ts'
import { callback } from '../oauth/agent.ts'

const asked: string[] = []
const { promise: held, resolve: release } = Promise.withResolvers<void>()
/** Hosts two documents of the attacker's, which don't come before the end, and that of an honest application. */
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch({ url }) {
    const { pathname } = new URL(url)
    asked.push(pathname)
    if (pathname !== '/honest.json') await held
    return Response.json({ client_id: url, client_name: 'Honest', redirect_uris: [callback] })
  },
})
afterAll(() => site.stop(true))

const rules = { callsPerMinute: 0, registrationsPerHour: 0, failedLoginsPerMinute: 0, sharedNetworks: [] }
const documents = createClientDocuments({
  documents: { fetcher: createFetcher({ allowed: parseAllowedHosts('127.0.0.1') }), onUnusable: () => {} },
  limits: createLimits(memoryCounters(), rules),
  redirectSchemes: [],
})
const find = (path: string, ip: string) => documents.find(`http://127.0.0.1:${site.port}${path}`, ip)

test('who opens an application while an attacker, whose own turns are used up, waits for it does not wait with them', async () => {
  const attackers = [find('/slow-1.json', '192.0.2.66'), find('/slow-2.json', '192.0.2.66')]
  await expect.poll(() => asked).toHaveLength(2)
  attackers.push(find('/honest.json', '192.0.2.66'))
  expect(await find('/honest.json', '198.51.100.7')).toMatchObject({ client_name: 'Honest' })
  release()
  expect(await Promise.all(attackers)).toHaveLength(3)
  expect(asked).toEqual(['/slow-1.json', '/slow-2.json', '/honest.json'])
})
