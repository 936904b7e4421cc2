// Test lanes: both-stores, long-on-mongodb

/** `/oauth/grants`, where a user sees what was allowed with a tenant token, and ends it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { type Agent, createAgent, type Pair } from './agent.ts'
import { type ConsentPage, consent, decide, openConsent } from './user.ts'

let stage: Stage
let agent: Agent
beforeAll(async () => {
  stage = await startStage()
  for (const tenant of ['acme', 'globex', 'audited']) await stage.ready(tenant)
  agent = createAgent(stage.url)
})
afterAll(() => stage.stop())

const path = '/oauth/grants'
const open = (base = stage.url): Promise<ConsentPage> => openConsent(base + path)
const show = async (token: string): Promise<ConsentPage> => decide(stage.url, await open(), { token }, path)
const end = (page: ConsentPage, which: string): Promise<ConsentPage> => decide(stage.url, page, { end: which }, path)
const idsIn = ({ text }: ConsentPage): string[] =>
  [...text.matchAll(/name="end" value="([0-9a-f-]{36})"/g)].map(([, id = '']) => id)

let minted = 0
const mint = async (): Promise<string> => {
  const token = `a-token-of-these-tests-${minted++}`
  await stage.admin('POST', '/admin/auth', { tenant_id: 'acme', token })
  return token
}
/** An application that the user of the token has allowed. */
const connect = async (token: string, name = 'Agent', boxes?: readonly string[]): Promise<Pair> => {
  const client = await agent.register({ client_name: name })
  const { url, verifier } = agent.authorizeUrl(client)
  const code = (await consent(stage.url, url, token, boxes)).searchParams.get('code') ?? ''
  return (await agent.exchange(client, { code, verifier })).body
}
const works = async ({ access_token }: Pair): Promise<boolean> =>
  (await stage.call('acme', 'hubspot', searchFor('ada@example.com'), { token: access_token })).status === 200

test('a user sees each application that was allowed with the token: since when, last used, and what it may do', async () => {
  const token = await mint()
  await connect(token, 'Reader', ['hubspot:read'])
  await connect(token, 'Everything')
  await connect(await mint(), 'Of another token')
  const { status, text } = await show(token)
  expect(status).toBe(200)
  const today = new Date().toISOString().slice(0, 10)
  expect(text).toContain('<bdi>Reader</bdi>')
  expect(text).toContain('<dt>May</dt><dd><ul><li>read HubSpot CRM</li></ul></dd>')
  expect(text).toContain('<li>read everything that is connected</li><li>change everything that is connected</li>')
  expect(text).toContain(`<dt>Allowed on</dt><dd><time datetime="${today}`)
  expect(text).toContain(`<dt>Last used on</dt><dd><time datetime="${today}`)
  expect(text).toContain('(acme)')
  expect(text).not.toContain('Of another token')
  expect(text).not.toContain(token)
})

test('a user ends one application, or all, at once; those of other tokens stay', async () => {
  const token = await mint()
  const [first, second, third] = [await connect(token), await connect(token), await connect(token)]
  const other = await connect(await mint())
  const page = await show(token)
  const [, id = ''] = idsIn(page)
  const one = await end(page, id)
  expect(one.text).toContain('The access of one application has ended.')
  expect(idsIn(one)).toHaveLength(2)
  expect([await works(first), await works(second), await works(third)]).toEqual([true, false, true])
  const all = await end(one, 'all')
  expect(all.text).toContain('The access of 2 applications has ended.')
  expect(all.text).toContain('No application has access with this tenant token.')
  expect([await works(first), await works(third), await works(other)]).toEqual([false, false, true])
})

test('each end is in the audit log with its grant, and so is looking', async () => {
  const token = tokenOf('audited')
  const client = await agent.register()
  for (let n = 0; n < 2; n++) await agent.connect(client, token)
  const page = await show(token)
  await end(page, 'all')
  const { entries } = (await stage.admin('GET', '/admin/audit?tenant=audited&source=oauth&limit=3')).body
  const token_id = Bun.CryptoHasher.hash('sha256', token, 'hex').slice(0, 12)
  const keys = idsIn(page).map((id) => `grants/audited/${id}`)
  const told = entries.map((entry: Record<string, string>) => [entry.action, entry.key, entry.token_id])
  expect(told.toSorted()).toEqual(
    [...keys.map((key) => ['end_grant', key, token_id]), ['list_grants', 'grants/audited', token_id]].toSorted(),
  )
})

describe('an attacker', () => {
  test("can not show or end grants by another site's form, which has no cookie", async () => {
    const token = await mint()
    const pair = await connect(token)
    const page = await show(token)
    const other = await open()
    for (const forged of [
      { ...page, cookie: '' },
      { ...page, cookie: other.cookie },
      { ...page, fields: { ...page.fields, proof: '' } },
    ]) {
      expect((await end(forged, 'all')).status).toBe(403)
      expect((await decide(stage.url, forged, { token }, path)).text).not.toContain('End access')
    }
    expect(await works(pair)).toBe(true)
  })

  test('can not end grants without the token: by an id, by a ticket that was made up, of a consent, or of another browser', async () => {
    const token = await mint()
    const pair = await connect(token)
    const [id = ''] = idsIn(await show(token))
    const own = await mint()
    await connect(own)
    const mine = await show(own)
    expect((await end(mine, id)).text).toContain('The access of 0 applications has ended.')
    const stranger = await open()
    const { ticket } = (await show(token)).fields
    const { url } = agent.authorizeUrl(await agent.register())
    const chosen = await decide(stage.url, await openConsent(url), { token, decision: 'continue' })
    for (const page of [
      stranger,
      { ...stranger, fields: { ...stranger.fields, ticket: 'made-up' } },
      { ...stranger, fields: { ...stranger.fields, ticket: ticket ?? '' } },
      { ...chosen, fields: { proof: chosen.fields.proof ?? '', ticket: chosen.fields.ticket ?? '' } },
    ]) {
      expect((await end(page, 'all')).status).toBe(403)
    }
    expect(await works(pair)).toBe(true)
  })

  test('can not use an access token, or the token of a tenant that is suspended', async () => {
    const pair = await connect(await mint())
    expect((await show(pair.access_token)).status).toBe(403)
    const { providers } = (await stage.admin('GET', '/admin/tenants/globex')).body
    await stage.admin('PUT', '/admin/tenants/globex', { name: 'x', status: 'suspended', providers })
    expect((await show(tokenOf('globex'))).status).toBe(403)
  })
})

test('wrong tokens are limited as on the consent page, and are counted with those', async () => {
  const own = await startStage({ env: { FAILED_LOGINS_PER_MINUTE: '' } })
  try {
    await own.ready('acme')
    const page = await open(own.url)
    const paste = async (token: string) => decide(own.url, page, { token }, path)
    for (let n = 0; n < 10; n++) expect((await paste(`wrong ${n}`)).status).toBe(403)
    const { status, headers, text } = await paste(tokenOf('acme'))
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(text).not.toContain('End access')
    const agent = createAgent(own.url)
    const asked = await openConsent(agent.authorizeUrl(await agent.register()).url)
    expect((await decide(own.url, asked, { token: tokenOf('acme'), decision: 'continue' })).status).toBe(429)
  } finally {
    await own.stop()
  }
})
