// Test lanes: both-stores, long-on-mongodb, slow

import { Access, type AccessPolicy } from '@patchbay/core/access'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { type Answered, tokenOf } from '../../client.ts'
import { request, toolCall } from '../../mcp/messages.ts'
import { startMcp } from '../../mcp/start-mcp.ts'
import { createAgent } from '../../oauth/agent.ts'
import { answer } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'

const { gateway, upstream } = await startMcp({ providers: [fixture, variant('twin', {})] })
upstream.play(answer(200, { things: 'x'.repeat(3000) }))

const accounts = ['main', 'live'].map((id) => ({ id, label: id }))
const providers = { fixture: { accounts, default: 'main' }, twin: { accounts, default: 'main' } }
const putTenant = (options: object = {}) =>
  gateway.admin('PUT', '/admin/tenants/acme', {
    name: 'Acme',
    status: 'active',
    providers,
    options: { allow_raw: true, max_result_bytes: 1024, ...options },
  })
beforeAll(async () => {
  await putTenant()
  for (const domain of ['fixture', 'twin']) {
    for (const account of ['main', 'live']) {
      await gateway.admin('PUT', `/admin/tokens/acme/${domain}/${account}`, { access_token: 'a-credential' })
    }
  }
})

const mint = async (policy: object): Promise<string> =>
  (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', ...policy })).body.token

type Body = Readonly<Record<string, unknown>>

const main = { account_id: 'main' }
const glance = { action: 'look', id: '1', ...main }
const create = { action: 'create', name: 'a thing', ...main }
const raw = { action: 'raw', method: 'GET', path: '/things', ...main }

const mcp = async (tool: string, args: Body, token: string, query = ''): Promise<Answered['body']> => {
  const { headers, body } = toolCall('modern', tool, args)
  const answered = await gateway.send('POST', `/mcp${query}`, { ...headers, authorization: `Bearer ${token}` }, body)
  return answered.body.result?.structuredContent
}

const effectOf = ({ action }: Body): string => (action === 'create' ? 'write' : 'read')

/** Each way in which a caller can make a call; the outcome is `ok` or the code of the error. */
const ways: Readonly<Record<string, (domain: string, body: Body, token: string) => Promise<string>>> = {
  REST: async (domain, body, token) => codeOf((await gateway.call('acme', domain, body, { token })).body),
  'REST, from the cache': async (domain, body, token) => {
    await gateway.call('acme', domain, body)
    return codeOf((await gateway.call('acme', domain, body, { token })).body)
  },
  'a domain’s tool': async (domain, body, token) => codeOf(await mcp(domain, body, token)),
  'an action’s tool': async (domain, { action, ...args }, token) =>
    codeOf(await mcp(`${domain}_${action}`, args, token, '?tools=actions')),
  'the tool of its effect': async (domain, body, token) =>
    codeOf(await mcp(`${domain}_${effectOf(body)}`, body, token, '?tools=effects')),
  'call_read or call_write': async (provider, { action, account_id, ...parameters }, token) =>
    codeOf(
      await mcp(`call_${effectOf({ action })}`, { provider, action, account_id, parameters }, token, '?tools=search'),
    ),
  'a continuation by call_read or call_write': async (provider, body, token) => {
    const { truncated } = await mcp(provider, body, tokenOf('acme'))
    const { action } = body
    return codeOf(
      await mcp(`call_${effectOf(body)}`, { provider, action, continuation: truncated.continuation }, token),
    )
  },
  'a continuation': async (domain, body, token) => {
    const { truncated } = await mcp(domain, body, tokenOf('acme'))
    return codeOf(await mcp(domain, { continuation: truncated.continuation }, token))
  },
}
const codeOf = (envelope: Answered['body']): string => (envelope.success ? 'ok' : envelope.code)

describe.each([
  ['nothing', {}, ['ok', 'ok', 'ok', 'ok', 'ok']],
  ['*:read', { allow: ['*:read'] }, ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'ok']],
  ['*:* but no writes', { allow: ['*:*'], deny: ['*:write'] }, ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'ok']],
  ['one action', { allow: ['fixture:create'] }, ['FORBIDDEN', 'FORBIDDEN', 'ok', 'FORBIDDEN', 'FORBIDDEN']],
  ['one account', { allow: ['fixture:*@main'] }, ['ok', 'FORBIDDEN', 'ok', 'FORBIDDEN', 'FORBIDDEN']],
  ['raw alone', { allow: ['*:raw'] }, ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'ok', 'FORBIDDEN']],
  [
    'everything but writes, which a raw request could be',
    { deny: ['*:write'] },
    ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'ok'],
  ],
  ['everything but raw', { deny: ['fixture:raw'] }, ['ok', 'ok', 'ok', 'FORBIDDEN', 'ok']],
])('a token that may do %s', (_, policy, want) => {
  const asked: readonly [string, Body][] = [
    ['fixture', glance],
    ['fixture', { ...glance, account_id: 'live' }],
    ['fixture', create],
    ['fixture', raw],
    ['twin', glance],
  ]

  it.each(Object.entries(ways))('gets the same decision by %s', async (_, way) => {
    const token = await mint(policy)
    const found: string[] = []
    for (const [domain, body] of asked) found.push(await way(domain, body, token))
    expect(found).toEqual(want)
  })
})

describe('a refused call', () => {
  it('names the rule and what would be needed, asks no provider, and is audited with its account', async () => {
    const token = await mint({ allow: ['*:read'] })
    const before = upstream.requests.length
    const { status, body } = await gateway.call('acme', 'fixture', create, { token })
    expect([status, body.code, body.error]).toEqual([
      403,
      'FORBIDDEN',
      'create at fixture/main is refused: the token does not allow it; it needs fixture:write',
    ])
    expect(upstream.requests.length).toBe(before)
    const { entries } = (await gateway.admin('GET', '/admin/audit?source=rest&tenant=acme&limit=1')).body
    expect(entries).toMatchObject([{ code: 'FORBIDDEN', action: 'create', key: 'fixture/main', status: 403 }])
  })

  it('is refused also where the tenant’s own policy refuses it, whatever its token allows', async () => {
    const token = await mint({ allow: ['*:*'] })
    await putTenant({ deny: ['fixture:create'] })
    try {
      const { body } = await gateway.call('acme', 'fixture', create, { token })
      expect(body.error).toBe('create at fixture/main is refused: the tenant denies fixture:create')
      expect((await gateway.call('acme', 'fixture', glance, { token })).status).toBe(200)
    } finally {
      await putTenant()
    }
  })

  it('is refused at once after its policy was changed, though its answer is cached', async () => {
    const token = await mint({})
    expect((await gateway.call('acme', 'fixture', glance, { token })).status).toBe(200)
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token, deny: ['fixture:read'] })
    expect((await gateway.call('acme', 'fixture', glance, { token })).status).toBe(403)
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token, deny: null })
    expect((await gateway.call('acme', 'fixture', glance, { token })).status).toBe(200)
  })

  it('of an access token is refused by the policy of the token that its user pasted', async () => {
    const agent = createAgent(gateway.url)
    const { access_token } = await agent.connect(await agent.register(), await mint({ allow: ['twin:read'] }))
    expect(codeOf((await gateway.call('acme', 'twin', glance, { token: access_token })).body)).toBe('ok')
    expect(codeOf((await gateway.call('acme', 'fixture', glance, { token: access_token })).body)).toBe('FORBIDDEN')
  })
})

describe('errors list only what the token may use', () => {
  it('accounts, of which the only usable one is chosen', async () => {
    const { account_id: _, ...anywhere } = glance
    const several = await gateway.call('acme', 'fixture', anywhere)
    expect(several.body.accounts.map(({ id }: { id: string }) => id)).toEqual(['main', 'live'])
    const token = await mint({ allow: ['fixture:read@live'] })
    expect((await gateway.call('acme', 'fixture', anywhere, { token })).status).toBe(200)
    const none = await gateway.call('acme', 'fixture', { ...anywhere, account_id: 'none' }, { token })
    expect(none.body.accounts.map(({ id }: { id: string }) => id)).toEqual(['live'])
    expect(none.body.error).not.toContain('main')
  })

  it('actions and domains', async () => {
    const token = await mint({ allow: ['fixture:look'] })
    const unknown = await gateway.call('acme', 'fixture', { action: 'creat' }, { token })
    expect(unknown.text).toContain('look')
    expect(unknown.text).not.toContain('create')
    const elsewhere = await gateway.call('acme', 'nowhere', glance, { token })
    expect(elsewhere.body.error).toContain('configured: fixture')
    expect(elsewhere.body.error).not.toContain('twin')
  })
})

describe('a pattern that is stored', () => {
  it.each([
    ['hubspot', /is not an access pattern/],
    ['Fixture:read', /is not an access pattern: .*; a provider and an account have no capitals$/],
    ['fixtur:read', /names a provider that is not registered; did you mean `fixture`\?/],
    ['fixture:creat', /names an action that fixture does not have; did you mean `create`\?/],
    ['*:creat', /is not an action of any provider; read, write, secret, connect, raw and \* work for all of them/],
  ])('is refused where it is wrong: %s', async (pattern, message) => {
    const token = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', allow: ['*:read', pattern] })
    expect([token.status, token.body.details[0].path]).toEqual([400, '/allow/1'])
    expect(token.body.details[0].message).toMatch(message)
    const tenant = await putTenant({ deny: [pattern] })
    expect([tenant.status, tenant.body.details[0].path]).toEqual([400, '/options/deny/0'])
  })
})

test('of a list of wrong patterns the first is told', async () => {
  const deny = Array.from({ length: 200 }, (_, n) => `fixture:creat${n}`)
  const { status, body } = await gateway.admin('POST', '/admin/policies/acme/check', { deny })
  expect([status, body.details.map(({ path }: { path: string }) => path)]).toEqual([400, ['/deny/0']])
})

describe('lists of tools show what a call would let through, and nothing else', () => {
  interface Listed {
    readonly name: string
    readonly inputSchema: { readonly properties: Record<string, { readonly enum?: readonly string[] }> }
  }

  const listed = async (surface: string, token: string): Promise<Listed[]> => {
    const { headers, body } = request('modern', 'tools/list')
    const send = { ...headers, authorization: `Bearer ${token}` }
    return (await gateway.send('POST', `/mcp?tools=${surface}`, send, body)).body.result.tools
  }
  const everything = Object.entries(fixture.actions).map(([name, { effect }]) => ({ name, kind: effect.kind }))

  /** Calls that the lists of a surface offer, as `domain/action@account`. */
  const offered = async (surface: string, token: string): Promise<string[]> => {
    const tools = await listed(surface, token)
    const found = tools.flatMap(({ name, inputSchema: { properties } }) => {
      const [domain = '', ...rest] = name.split('_')
      const actions = properties.action?.enum ?? [rest.join('_')]
      return actions.flatMap((action) => properties.account_id?.enum?.map((id) => `${domain}/${action}@${id}`) ?? [])
    })
    return [...new Set(found)].sort()
  }

  /** The declared actions that the policy lets through. */
  const admitted = (policy: AccessPolicy): string[] => {
    const access = Access.of({ token: policy })
    return ['fixture', 'twin']
      .flatMap((domain) =>
        everything.flatMap(({ name, kind }) =>
          ['main', 'live']
            .filter((account) => access.admits({ provider: domain, action: name, kind, classes: [], account }))
            .map((account) => `${domain}/${name}@${account}`),
        ),
      )
      .sort()
  }

  const policies: AccessPolicy[] = [
    {},
    { allow: ['*:read'] },
    { allow: ['fixture:*@live'] },
    { allow: ['fixture:look', 'twin:write@main'] },
    { deny: ['*:write', 'twin:get'] },
    { allow: ['*:raw'] },
    { allow: [] },
  ]

  it.each(policies)('with %j', async (policy) => {
    const token = await mint(policy)
    const want = admitted(policy)
    expect(await offered('actions', token)).toEqual(want)
    expect(await offered('effects', token)).toEqual(want)
    expect(await offered('domains', token)).toEqual(want)
    const search = (await listed('search', token)).map(({ name }) => name)
    const mayWrite = want.some((one) =>
      everything.some(({ name, kind }) => kind === 'write' && one.includes(`/${name}@`)),
    )
    const tools = ['find_actions', 'describe_action', 'call_read', ...(mayWrite ? ['call_write'] : []), 'read_file']
    expect(search).toEqual(want.length === 0 ? [] : tools)
    const found = (await mcp('find_actions', { query: 'a thing or things', limit: 20 }, token)).data.actions
    const domains = want.map((one) => one.slice(0, one.indexOf('@')))
    for (const { provider, action } of found) expect(domains).toContain(`${provider}/${action}`)
    for (const { name, kind } of everything) {
      const described = await mcp('describe_action', { provider: 'fixture', action: name }, token)
      const accounts = want.filter((one) => one.startsWith(`fixture/${name}@`)).map((one) => one.split('@')[1])
      if (accounts.length === 0) expect(described.code).toBe('VALIDATION_ERROR')
      else {
        expect(described.data.accounts.map(({ id }: { id: string }) => id).sort()).toEqual(accounts)
        expect(described.data.call_with).toBe(`call_${kind}`)
      }
    }
  })

  it('follow a changed policy at once', async () => {
    const token = await mint({})
    expect(await offered('domains', token)).toContain('fixture/create@main')
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token, deny: ['*:write'] })
    expect(await offered('domains', token)).not.toContain('fixture/create@main')
  })
})
