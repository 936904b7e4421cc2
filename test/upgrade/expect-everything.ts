import { expect, vi } from 'vitest'
import { createAgent } from '../oauth/agent.ts'
import type { Facts, Gateway } from './fill-gateway.ts'
import { startOn } from './start-on.ts'
import type { startVendor } from './vendor.ts'

type Vendor = ReturnType<typeof startVendor>

type Answer = Readonly<Record<string, unknown>>

const withNextStep = (detail: string): unknown =>
  expect.stringMatching(new RegExp(`^${RegExp.escape(detail)}( Next: .+)?$`))

/** The text of a suggestion may go on with the next step, and with nothing else. */
const mayGoOn = ({ suggestions, ...rest }: Answer): Answer =>
  Array.isArray(suggestions)
    ? { ...rest, suggestions: suggestions.map((each) => ({ ...each, detail: withNextStep(each.detail) })) }
    : rest

/** A percentile is an estimate from what was counted, and a later version may estimate it better. */
const withEstimates = (answer: Answer): Answer =>
  JSON.parse(JSON.stringify(answer), (name, value) => (name === 'p50' || name === 'p95' ? expect.any(Number) : value))

/** Later versions may say more, and say the same of what was stored. */
const expectAnswers = async ({ send, adminKey }: Gateway, { answers }: Facts): Promise<void> => {
  for (const [path, answer] of Object.entries(answers)) {
    const { status, body } = await send('GET', path, { 'x-admin-key': adminKey })
    expect([path, status]).toEqual([path, 200])
    expect(body, path).toMatchObject(mayGoOn(withEstimates(answer)))
  }
}

const expectAudit = async ({ send, adminKey }: Gateway, { audit }: Facts): Promise<void> => {
  const { body } = await send('GET', '/admin/audit?limit=500', { 'x-admin-key': adminKey })
  const found = new Map(body.entries.map((entry: { id: string }) => [entry.id, entry]))
  for (const entry of audit) expect(found.get(entry.id)).toMatchObject(entry)
}

const list = { action: 'list', object_type: 'contacts' }

const expectCalls = async (gateway: Gateway, { tokens, credentials }: Facts, vendor: Vendor): Promise<void> => {
  for (const [path, credential] of Object.entries({ ...credentials, 'globex/hubspot/seeded': 'access-by-seed' })) {
    const [tenant = '', domain = '', account_id] = path.split('/')
    const options = { token: tokens[tenant] ?? '', headers: { 'cache-control': 'no-cache' } }
    const { status, text } = await gateway.call(tenant, domain, { ...list, account_id }, options)
    expect([path, status, text]).toEqual([path, 200, expect.anything()])
    expect(vendor.authorizations.at(-1)).toBe(`Bearer ${credential}`)
  }
  const second = await gateway.call(
    'acme',
    'hubspot',
    { ...list, account_id: 'sales-us' },
    { token: tokens.second ?? '' },
  )
  expect(second.status).toBe(200)
}

const expectGrant = async ({ url, send }: Gateway, { client, grant }: Facts): Promise<void> => {
  const callTool = ({ access_token }: { readonly access_token: string }) =>
    send(
      'POST',
      '/mcp',
      { authorization: `Bearer ${access_token}`, accept: 'application/json, text/event-stream' },
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    )
  expect((await callTool(grant)).status).toBe(200)
  const refreshed = await createAgent(url).refresh(client, grant.refresh_token)
  expect([refreshed.status, refreshed.text]).toEqual([200, expect.anything()])
  expect((await callTool(refreshed.body)).status).toBe(200)
}

/** On a store that a version's gateway has filled, everything is there, and works. `env` says where the store is. */
export const expectEverything = async (
  env: Readonly<Record<string, string>>,
  facts: Facts,
  vendor: Vendor,
): Promise<void> => {
  // The clock is set back so that nothing has expired since the fixture was made.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(facts.at).getTime() + 1000 })
  const gateway = await startOn(env, facts, vendor.origin)
  try {
    await expectAnswers(gateway, facts)
    await expectAudit(gateway, facts)
    await expectCalls(gateway, facts, vendor)
    await expectGrant(gateway, facts)
  } finally {
    await gateway.stop()
    vi.useRealTimers()
  }
}
