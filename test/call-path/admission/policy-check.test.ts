// Test lanes: both-stores, long-on-mongodb

import { hashToken, toTokenId } from '@patchbay/core/store'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { toolCall } from '../../mcp/messages.ts'
import { startMcp } from '../../mcp/start-mcp.ts'
import { createAgent } from '../../oauth/agent.ts'
import { answer } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'

const { gateway, upstream } = await startMcp({ providers: [fixture, variant('twin', {})] })
upstream.play(answer(200, { things: [] }))

const accounts = ['main', 'live']
const domains = ['fixture', 'twin']
const own = tokenOf('acme')
const tokens: Record<string, string> = { own }
const idOf = (token: string): string => toTokenId(hashToken(token))

const setPolicy = (tokenId: string | undefined, policy: object) =>
  tokenId === undefined
    ? gateway.admin('PATCH', '/admin/tenants/acme', { options: policy })
    : gateway.admin('PATCH', `/admin/auth/acme/${tokenId}`, policy)

beforeAll(async () => {
  const entry = { accounts: accounts.map((id) => ({ id, label: id })), default: 'main' }
  const providers = Object.fromEntries(domains.map((id) => [id, entry]))
  await gateway.admin('PUT', '/admin/tenants/acme', {
    name: 'Acme',
    status: 'active',
    providers,
    options: { allow_raw: true },
  })
  for (const domain of domains)
    for (const account of accounts)
      await gateway.admin('PUT', `/admin/tokens/acme/${domain}/${account}`, { access_token: 'a' })
  const agent = createAgent(gateway.url)
  tokens.application = (await agent.connect(await agent.register(), own)).access_token
  tokens.other = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })).body.token
})

const bodies = [
  { action: 'look', id: '1' },
  { action: 'create', name: 'a thing' },
  { action: 'raw', method: 'GET', path: '/things' },
]

/** Makes every call, some by MCP; the calls that were refused. */
const callAll = async (): Promise<string[]> => {
  const refused: string[] = []
  for (const [who, token] of Object.entries(tokens))
    for (const domain of domains)
      for (const account_id of accounts)
        for (const body of bodies) {
          const { headers, body: message } = toolCall('modern', domain, { ...body, account_id })
          const envelope =
            who === 'other'
              ? (await gateway.send('POST', '/mcp', { ...headers, authorization: `Bearer ${token}` }, message)).body
                  .result.structuredContent
              : (await gateway.call('acme', domain, { ...body, account_id }, { token })).body
          if (envelope.success) continue
          expect(envelope.code).toBe('FORBIDDEN')
          refused.push(`${idOf(token)} ${domain}:${body.action}@${account_id}`)
        }
  return refused.toSorted()
}

interface Used {
  readonly provider: string
  readonly account: string
  readonly action: string
  readonly tokens: readonly { readonly token_id: string }[]
}

const named = (actions: readonly Used[]): string[] =>
  actions
    .flatMap(({ provider, account, action, tokens: each }) =>
      each.map(({ token_id }) => `${token_id} ${provider}:${action}@${account}`),
    )
    .toSorted()

const check = async (token_id: string | undefined, policy: object) =>
  (await gateway.admin('POST', '/admin/policies/acme/check', { ...(token_id && { token_id }), ...policy })).body

const pattern = fc
  .tuple(
    fc.constantFrom('*', ...domains),
    fc.constantFrom('*', 'read', 'write', 'raw', 'look', 'create'),
    fc.constantFrom('', '@main', '@live'),
  )
  .map(([provider, what, account]) => `${provider}:${what}${account}`)
const list = fc.array(pattern, { minLength: 1, maxLength: 3 })

it('a check of a random policy names exactly the calls that are refused once it is stored, and what undoing it would allow', async () => {
  expect(await callAll()).toEqual([])
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.record({ allow: list }), fc.record({ deny: list }), fc.record({ allow: list, deny: list })),
      fc.constantFrom(undefined, idOf(own)),
      async (policy, tokenId) => {
        const checked = await check(tokenId, policy)
        expect([checked.complete, checked.gone, checked.unknown_callers]).toEqual([true, [], 0])
        try {
          expect((await setPolicy(tokenId, policy)).status).toBe(200)
          const refused = await callAll()
          expect(named(checked.refused)).toEqual(refused)
          expect(await check(tokenId, policy)).toMatchObject({ refused: [], allowed: [] })
          expect(named((await check(tokenId, {})).allowed)).toEqual(refused)
        } finally {
          await setPolicy(tokenId, { allow: null, deny: null })
        }
      },
    ),
    { numRuns: 8 },
  )
})

it('the least policy of a token covers its applications too, and stored it refuses nothing that was used', async () => {
  const token = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', label: 'sync' })).body.token
  const agent = createAgent(gateway.url)
  const { access_token } = await agent.connect(await agent.register(), token)
  const look = { action: 'look', id: '1', account_id: 'main' }
  const create = { action: 'create', name: 'a thing', account_id: 'live' }
  await gateway.call('acme', 'fixture', look, { token })
  await gateway.call('acme', 'twin', create, { token: access_token })
  const least = (await gateway.admin('GET', `/admin/policies/acme/least?token_id=${idOf(token)}`)).body
  expect(least.allow).toEqual(['fixture:look@main', 'twin:create@live'])
  expect(least.wider).toEqual(['fixture:read@main', 'twin:create@live'])
  expect(least.used.map(({ tokens: each }: Used) => each[0]?.token_id)).toEqual([idOf(token), idOf(access_token)])
  await setPolicy(idOf(token), { allow: least.allow })
  expect((await gateway.call('acme', 'fixture', look, { token })).status).toBe(200)
  expect((await gateway.call('acme', 'twin', create, { token: access_token })).status).toBe(200)
  expect((await gateway.call('acme', 'twin', look, { token })).status).toBe(403)
  await gateway.admin('DELETE', `/admin/auth/acme/${idOf(token)}`)
  expect((await check(idOf(own), {})).unknown_callers).toBe(5)
})
