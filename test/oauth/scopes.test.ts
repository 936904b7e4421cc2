// Test lanes: both-stores, long-on-mongodb

/** An application's scopes: requested by it, held by the pasted token, and left checked by the user. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { type Agent, callback, createAgent } from './agent.ts'
import { allow, consent, openConsent, paste, wayBack } from './user.ts'

let stage: Stage
let agent: Agent
let client: string
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  await stage.admin('PUT', '/admin/tenants/empty', { name: 'Empty', status: 'active', providers: {} })
  agent = createAgent(stage.url)
  client = await agent.register({ client_name: 'Agent' })
})
afterAll(() => stage.stop())

let minted = 0
const mint = async (policy: { allow?: string[]; deny?: string[] }, tenant = 'acme'): Promise<string> => {
  const token = `a-token-of-these-tests-${minted++}`
  const { status } = await stage.admin('POST', '/admin/auth', { tenant_id: tenant, token, ...policy })
  expect(status).toBe(201)
  return token
}

/** The boxes that the user sees, and what the application gets with `boxes`; left out: all of them stay checked. */
const grant = async (
  token: string,
  scope: string | undefined,
  boxes?: readonly string[],
): Promise<{ offered: readonly string[]; body: Record<string, string> }> => {
  const { url, verifier } = agent.authorizeUrl(client, { scope })
  const chosen = await paste(stage.url, await openConsent(url), token)
  const { headers } = await allow(stage.url, chosen, boxes)
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
  return { offered: chosen.boxes, body: (await agent.exchange(client, { code, verifier })).body }
}

const all = ['hubspot:read', 'hubspot:write', 'stripe:read', 'stripe:write']
const search = searchFor('ada@example.com')
const create = { action: 'create', object_type: 'contacts', properties: { email: 'ada@example.com' } }
const call = async (access: string | undefined, body: object) =>
  (await stage.call('acme', 'hubspot', body, { token: access ?? '' })).status

describe('an application gets', () => {
  test.each<
    [asked: string | undefined, policy: { allow?: string[]; deny?: string[] }, offered: string[], scope: string]
  >([
    [undefined, {}, [...all, 'stripe:secret'], '*:read *:write *:secret'],
    ['stripe:secret', {}, ['stripe:secret'], 'stripe:secret'],
    ['*:read', {}, ['hubspot:read', 'stripe:read'], '*:read'],
    ['*:read *:write hubspot:read hubspot:write slack:read', {}, all, '*:read *:write'],
    ['hubspot:read slack:read', {}, ['hubspot:read'], 'hubspot:read'],
    ['hubspot:read,slack:read,offline_access', {}, ['hubspot:read'], 'hubspot:read'],
    ['hubspot:*', {}, ['hubspot:read', 'hubspot:write'], 'hubspot:read hubspot:write'],
    ['hubspot:create', {}, ['hubspot:write'], 'hubspot:create'],
    ['hubspot:read@main', {}, ['hubspot:read'], 'hubspot:read@main'],
    [undefined, { allow: ['*:read'] }, ['hubspot:read', 'stripe:read'], '*:read'],
    ['*:read *:write', { allow: ['hubspot:*'] }, ['hubspot:read', 'hubspot:write'], 'hubspot:read hubspot:write'],
    ['*:write', { allow: ['hubspot:create', '*:read'] }, ['hubspot:write'], 'hubspot:create'],
    [undefined, { deny: ['*:write', '*:secret'] }, ['hubspot:read', 'stripe:read'], '*:read'],
    ['*:read', { deny: ['stripe:*'] }, ['hubspot:read'], '*:read'],
  ])('asking for %j with a token that has %j: %j', async (asked, policy, offered, scope) => {
    const found = await grant(await mint(policy), asked)
    expect([found.offered, found.body.scope]).toEqual([offered, scope])
  })

  test('no more than the user leaves checked, and is refused the rest', async () => {
    const { body } = await grant(await mint({}), undefined, ['hubspot:read'])
    expect(body.scope).toBe('hubspot:read')
    expect([await call(body.access_token, search), await call(body.access_token, create)]).toEqual([200, 403])
    const { grants } = (await stage.admin('GET', '/admin/grants/acme?limit=1000')).body
    expect(grants.at(-1)).toMatchObject({ client_id: client, scope: 'hubspot:read' })
  })

  test('raw requests only where the tenant has them, in a box of their own', async () => {
    const { providers } = (await stage.admin('GET', '/admin/tenants/acme')).body
    const tenant = { name: 'Raw', status: 'active', providers, options: { allow_raw: true } }
    await stage.admin('PUT', '/admin/tenants/raw', tenant)
    const token = await mint({}, 'raw')
    const { offered, body } = await grant(token, undefined)
    expect(offered).toEqual([
      'hubspot:read',
      'hubspot:write',
      'hubspot:raw',
      'stripe:read',
      'stripe:write',
      'stripe:secret',
      'stripe:raw',
    ])
    expect(body.scope).toBe('*:read *:write *:secret *:raw')
    expect((await grant(token, '*:*')).body.scope).toBe('*:read *:write')
  })

  test('what its tenant connects later, where the user was told so', async () => {
    const token = await mint({}, 'empty')
    const page = await paste(stage.url, await openConsent(agent.authorizeUrl(client).url), token)
    expect(page.boxes).toEqual([])
    expect(page.text).toContain('The application may use what is connected later.')
    expect((await grant(token, undefined)).body.scope).toBe('*:read *:write *:secret')
  })

  test('links that connect accounts only where the tenant has them, and the token’s policy names them', async () => {
    const { providers } = (await stage.admin('GET', '/admin/tenants/acme')).body
    const tenant = { name: 'Linked', status: 'active', providers, options: { self_connect: true } }
    await stage.admin('PUT', '/admin/tenants/linked', tenant)
    const offered = async (policy: object) => (await grant(await mint(policy, 'linked'), '*:read *:connect')).offered
    expect(await offered({})).toEqual(['hubspot:read', 'hubspot:connect', 'stripe:read', 'stripe:connect'])
    expect(await offered({ deny: ['*:write'] })).toEqual(['hubspot:read', 'stripe:read'])
    expect(await offered({ allow: ['*:*', 'stripe:connect'] })).toEqual([
      'hubspot:read',
      'stripe:read',
      'stripe:connect',
    ])
  })
})

describe('a scope', () => {
  test.each(['hubspot', 'hubspot:', 'nobody:read', 'hubspot:fly', 'openid api', '"x"', '*:read\thubspot:read'])(
    '%j is invalid_scope before the user is asked',
    async (scope) => {
      const page = await openConsent(agent.authorizeUrl(client, { scope }).url)
      expect([page.status, wayBack(page).searchParams.get('error')]).toEqual([400, 'invalid_scope'])
    },
  )

  test('of which the token may do nothing brings the user back to the token, and no code', async () => {
    const page = await openConsent(agent.authorizeUrl(client, { scope: 'hubspot:write' }).url)
    const { status, text } = await paste(stage.url, page, await mint({ allow: ['*:read'] }))
    expect(status).toBe(403)
    expect(text).toContain('allows nothing that the application asks for')
  })

  test('of 200 patterns is read', async () => {
    const scope = Array.from({ length: 200 }, (_, n) => `hubspot:read@account-${n}`).join(' ')
    expect((await openConsent(agent.authorizeUrl(client, { scope }).url)).status).toBe(200)
  })
})

describe('the page', () => {
  test('names the tenant, and says in words what each box is limited to', async () => {
    const { url } = agent.authorizeUrl(client, { scope: 'hubspot:read@main hubspot:create stripe:write' })
    const { text } = await paste(stage.url, await openConsent(url), await mint({}))
    expect(text).toContain('<dt>Tenant</dt><dd><strong><bdi>acme</bdi></strong> (acme)</dd>')
    expect(text).toContain('<p class="quiet">Read: only at the account Main</p>')
    expect(text).toContain('<p class="quiet">Change: only create</p>')
    expect(text).toContain('Change all that is named below')
    expect(text).toMatch(
      /<p class="quiet">Change can send messages to people; move or promise money; .*; and [a-z ]+\.<\/p>/,
    )
    expect(text).not.toContain('Read can')
    for (const meaning of ['look things up, without changing anything', 'create, change and delete things']) {
      expect(text.split(meaning)).toHaveLength(2)
    }
    expect(text).not.toContain('connects later')
  })

  test('has a switch for all reads and one for all changes, and a box beside each where somebody wants to choose', async () => {
    const chosen = await paste(stage.url, await openConsent(agent.authorizeUrl(client).url), await mint({}))
    expect(chosen.checked).toEqual(['every_read', 'every_write', 'stripe:secret'])
    const token = await mint({})
    expect((await grant(token, undefined, ['every_read'])).body.scope).toBe('hubspot:read stripe:read')
    expect((await grant(token, undefined, ['every_read', 'hubspot:write'])).body.scope).toBe(
      'hubspot:read hubspot:write stripe:read',
    )
    expect((await grant(await mint({ allow: ['*:read'] }), undefined, ['every_read', 'every_write'])).body.scope).toBe(
      '*:read',
    )
  })

  test('asks again where no box is checked, and the user can paste another token', async () => {
    const { url } = agent.authorizeUrl(client)
    const chosen = await paste(stage.url, await openConsent(url), await mint({}))
    const unchecked = await allow(stage.url, chosen, [])
    expect([unchecked.status, unchecked.checked]).toEqual([400, []])
    expect(unchecked.text).toContain('Check what the application may do, or refuse.')
    expect((await allow(stage.url, unchecked, ['stripe:read'])).status).toBe(303)
  })
})

test('the operator’s name and logo are on the page and in the metadata', async () => {
  const logo = new URL('../../docs/images/consent.png', import.meta.url).pathname
  const branded = await startStage({ env: { BRAND_NAME: 'Müller & Söhne', BRAND_LOGO: logo } })
  try {
    const other = createAgent(branded.url)
    const page = await openConsent(other.authorizeUrl(await other.register()).url)
    expect(page.text).toContain('Müller &amp; Söhne')
    expect(page.text).toContain('<img src="/oauth/logo" alt="">')
    expect(page.headers.get('content-security-policy')).toContain("; img-src 'self';")
    const image = await fetch(`${branded.url}/oauth/logo`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(image.headers.get('content-security-policy')).toContain('sandbox')
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(await Bun.file(logo).bytes())
    const metadata = await branded.send('GET', '/.well-known/oauth-protected-resource', {})
    expect(metadata.body.resource_name).toBe('Müller & Söhne')
  } finally {
    await branded.stop()
  }
})

test('consenting takes two pages: the first gives no code, with whatever boxes', async () => {
  const page = await openConsent(agent.authorizeUrl(client).url)
  const skipped = await allow(stage.url, page, all)
  expect([skipped.status, skipped.headers.get('location')]).toEqual([403, null])
  expect((await consent(stage.url, agent.authorizeUrl(client).url, await mint({}))).href).toMatch(`${callback}?`)
})

test('a scope of more than 200 patterns is refused, and of several faults the first is told', async () => {
  const asked = async (scope: string) =>
    wayBack(await openConsent(agent.authorizeUrl(client, { scope }).url)).searchParams
  const many = await asked(Array.from({ length: 201 }, (_, n) => `*:read@a${n}`).join(' '))
  expect(Object.fromEntries(many)).toMatchObject({
    error: 'invalid_scope',
    error_description: 'The scope has 201 patterns; send 200 at most',
  })
  const faulty = (await asked('*:zq hubspot:serch nobody:read')).get('error_description')
  expect(faulty).toMatch(/^The scope \*:zq is not an action of any provider/)
})

test('the metadata name no more scopes than a client may ask for', async () => {
  const { body } = await stage.send('GET', '/.well-known/oauth-authorization-server', {})
  const { url } = agent.authorizeUrl(client, { scope: body.scopes_supported.join(' ') })
  expect((await openConsent(url)).status).toBe(200)
})

describe('a parameter that is sent twice', () => {
  /** Signs in with these resources beside the first, and exchanges the code with the same. */
  const signIn = async (...more: string[]): Promise<number> => {
    const { url, verifier } = agent.authorizeUrl(client)
    for (const resource of more) url.searchParams.append('resource', resource)
    const page = await openConsent(url)
    if (page.status !== 200) return page.status
    const code = (await consent(stage.url, url, await mint({}))).searchParams.get('code') ?? ''
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client,
      code,
      code_verifier: verifier,
    })
    for (const resource of [`${stage.url}/mcp`, ...more]) form.append('resource', resource)
    return (await fetch(`${stage.url}/oauth/token`, { method: 'POST', body: form })).status
  }

  test('is one, if it is a resource of ours (RFC 8707, section 2; openai/codex#34467)', async () => {
    expect(await signIn(`${stage.url}/mcp`)).toBe(200)
    expect(await signIn(`${stage.url}/mcp/`, stage.url)).toBe(200)
    expect(await signIn('https://other.example/mcp')).toBe(400)
  })

  test('with the same value counts once', async () => {
    const { url } = agent.authorizeUrl(client)
    for (const [name, value] of [...url.searchParams]) url.searchParams.append(name, value)
    expect((await openConsent(url)).status).toBe(200)
  })
})
