// Test lanes: mongodb

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { startAuthorizationServer } from '../providers/authorization-server.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const auth = startAuthorizationServer()
let gateways: ServerProcess[]

beforeAll(async () => {
  const env = {
    MONGODB_URI: withDatabase(sharedMongodb(), 'patchbay-test-refresh'),
    PROVIDER_ORIGINS: JSON.stringify({ hubspot: auth.origin }),
  }
  gateways = await Promise.all(Array.from({ length: 3 }, () => startServerProcess({ env })))
})
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()))
  await auth.stop()
})

const callFrom = (n: number) =>
  gateways[n % gateways.length]?.call(
    'acme',
    'hubspot',
    { action: 'list', object_type: 'contacts' },
    {
      headers: { 'cache-control': 'no-cache' },
    },
  )

test('1,000 callers over three gateways find one expired token: one token request, all succeed, the family lives', {
  timeout: 60_000,
}, async () => {
  const [first] = gateways
  const { access_token, refresh_token } = auth.authorize()
  const storeToken = (seconds: number) =>
    first?.admin('PUT', '/admin/tokens/acme/hubspot/main', {
      access_token,
      expires_at: Math.floor(Date.now() / 1000) + seconds,
    })
  await first?.seed('acme', { hubspot: access_token })
  await storeToken(60)
  const account = { tenant_id: 'acme', provider: 'hubspot', account_id: 'main' }
  await first?.admin('POST', '/admin/seed-oauth', { ...account, ...auth.seedFor(refresh_token) })
  for (let round = 1; round <= 3; round++) {
    await storeToken(-60)
    const asked = auth.requests.length
    const release = auth.hold()
    const calls = Array.from({ length: 1000 }, (_, n) => callFrom(n))
    await auth.received(asked + 1)
    release()
    const answers = await Promise.all(calls)
    expect(answers.filter((answer) => answer?.status !== 200).map((answer) => answer?.text)).toEqual([])
    expect(auth.requests).toHaveLength(asked + 1)
    console.log(`round ${round}: ${answers.length} calls over ${gateways.length} gateways, 1 token request, 0 failed`)
  }
  expect(auth.calls.every(({ isAlive }) => isAlive)).toBe(true)
})
