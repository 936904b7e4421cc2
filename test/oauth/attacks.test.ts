// Test lanes: both-stores, long-on-mongodb

/** A table of attacks on the authorization server; each says what the attacker gets. */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, answered, tokenOf } from '../client.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { type Agent, callback, createAgent } from './agent.ts'
import { decide, openConsent, paste, wayBack } from './user.ts'

let stage: Stage
let agent: Agent
/** A good client, and the attacker's. */
let victim: string
let mallory: string
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  await stage.ready('mallory')
  agent = createAgent(stage.url)
  victim = await agent.register({ client_name: 'Victim' })
  mallory = await agent.register({ client_name: 'Mallory', redirect_uris: ['https://mallory.example/cb', callback] })
})
afterAll(() => stage.stop())

const token = tokenOf('acme')
const works = async (access: string, tenant = 'acme'): Promise<boolean> =>
  (await stage.call(tenant, 'hubspot', searchFor('ada@example.com'), { token: access })).status === 200
const refusal = ({ status, body }: Answered) => [status, body.error]
const newest = async (query = '') =>
  (await stage.admin('GET', `/admin/audit?source=oauth&limit=1${query}`)).body.entries[0]

describe('a stolen code', () => {
  test('is worth nothing without its verifier, and the victim can still use it', async () => {
    const authorized = await agent.authorize(victim, token)
    const guess = { code: authorized.code, verifier: randomBytes(32).toString('base64url') }
    expect(refusal(await agent.exchange(victim, guess))).toEqual([400, 'invalid_grant'])
    const none = { code_verifier: undefined }
    expect(refusal(await agent.exchange(victim, guess, none))).toEqual([400, 'invalid_request'])
    const challenge = createHash('sha256').update(authorized.verifier).digest('base64url')
    const plain = { code_verifier: challenge }
    expect(refusal(await agent.exchange(victim, guess, plain))).toEqual([400, 'invalid_grant'])
    expect((await agent.exchange(victim, authorized)).status).toBe(200)
  })

  test('injected into another session of the victim has the wrong verifier', async () => {
    const mine = await agent.authorize(victim, tokenOf('mallory'))
    const { url: _, verifier } = agent.authorizeUrl(victim)
    expect(refusal(await agent.exchange(victim, { code: mine.code, verifier }))).toEqual([400, 'invalid_grant'])
  })

  test('played back gives nothing, and takes back what it gave', async () => {
    const authorized = await agent.authorize(victim, token)
    const { body } = await agent.exchange(victim, authorized)
    expect(await works(body.access_token)).toBe(true)
    expect(refusal(await agent.exchange(victim, authorized))).toEqual([400, 'invalid_grant'])
    expect(await works(body.access_token)).toBe(false)
    expect(refusal(await agent.refresh(victim, body.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await newest()).toMatchObject({
      action: 'reuse_code',
      tenant: 'acme',
      outcome: 'error',
      code: 'invalid_grant',
    })
  })

  test('exchanged many times at once gives one pair at most, which is taken back', async () => {
    const authorized = await agent.authorize(victim, token)
    const answers = await Promise.all(Array.from({ length: 10 }, () => agent.exchange(victim, authorized)))
    const given = answers.filter(({ status }) => status === 200)
    expect(given).toHaveLength(1)
    expect(await works(given[0]?.body.access_token)).toBe(false)
  })

  test('is refused to another client, with the same redirect URI as well', async () => {
    const authorized = await agent.authorize(victim, token)
    expect(refusal(await agent.exchange(mallory, authorized))).toEqual([400, 'invalid_grant'])
    const { body } = await agent.exchange(victim, authorized)
    expect(refusal(await agent.exchange(mallory, authorized))).toEqual([400, 'invalid_grant'])
    expect(await works(body.access_token)).toBe(true)
  })

  test('is refused with another redirect URI than it was sent to', async () => {
    const authorized = await agent.authorize(victim, token)
    const elsewhere = { redirect_uri: 'https://mallory.example/cb' }
    expect(refusal(await agent.exchange(victim, authorized, elsewhere))).toEqual([400, 'invalid_grant'])
  })
})

test('who refuses over and over, which takes no token, does not fill the audit log', async () => {
  const entries = async () => (await stage.admin('GET', '/admin/audit?source=oauth&limit=1000')).body.entries.length
  const page = await openConsent(agent.authorizeUrl(mallory).url)
  const before = await entries()
  for (let count = 0; count < 5; count++) {
    expect((await decide(stage.url, page, { decision: 'refuse' })).status).toBe(303)
  }
  expect(await entries()).toBe(before)
})

describe('mixed-up clients', () => {
  test('each answer names its issuer, refusals and errors too', async () => {
    const page = await openConsent(agent.authorizeUrl(victim).url)
    const refused = await decide(stage.url, page, { decision: 'refuse' })
    const wrong = await openConsent(agent.authorizeUrl(victim, { response_type: 'token' }).url)
    const { back } = await agent.authorize(victim, token)
    for (const { searchParams } of [back, new URL(refused.headers.get('location') ?? ''), wayBack(wrong)]) {
      expect([searchParams.get('iss'), searchParams.get('state')]).toEqual([stage.url, 'the-state'])
    }
  })

  test("a refresh token is refused to another client, and its owner's goes on", async () => {
    const { access_token, refresh_token } = await agent.connect(victim, token)
    expect(refusal(await agent.refresh(mallory, refresh_token))).toEqual([400, 'invalid_grant'])
    const revoked = await agent.form('/oauth/revoke', { client_id: mallory, token: refresh_token })
    expect(refusal(revoked)).toEqual([400, 'invalid_grant'])
    const alone = await agent.form('/oauth/revoke', { client_id: mallory, token: access_token })
    expect(refusal(alone)).toEqual([400, 'invalid_grant'])
    expect(await works(access_token)).toBe(true)
    expect((await agent.refresh(victim, refresh_token)).status).toBe(200)
  })

  test('a secret of another client is refused, and so is none', async () => {
    const metadata = { token_endpoint_auth_method: 'client_secret_post' }
    const post = async () =>
      (await agent.post('/oauth/register', { redirect_uris: [callback], ...metadata })).body as Record<string, string>
    const [mine, other] = [await post(), await post()]
    for (const client_secret of [other.client_secret, `${mine.client_secret}x`, mine.client_id, undefined]) {
      const answer = await agent.refresh(mine.client_id ?? '', 'a-token', { client_secret })
      expect(refusal(answer)).toEqual([401, 'invalid_client'])
    }
    const right = await agent.refresh(mine.client_id ?? '', 'a-token', { client_secret: mine.client_secret })
    expect(refusal(right)).toEqual([400, 'invalid_grant'])
    const twice = await agent.form(
      '/oauth/token',
      { grant_type: 'refresh_token', refresh_token: 'a-token', client_secret: mine.client_secret },
      { authorization: `Basic ${btoa(`${mine.client_id}:${mine.client_secret}`)}` },
    )
    expect(refusal(twice)).toEqual([400, 'invalid_request'])
  })
})

describe('an open redirect', () => {
  const elsewhere = [
    'https://mallory.example/',
    `${callback}/`,
    `${callback}?next=https://mallory.example`,
    `${callback}/../other`,
    `${callback}#fragment`,
    'https://agent.example.mallory.example/callback',
    'https://agent.example@mallory.example/callback',
    'https://agent.example:8443/callback',
    'http://agent.example/callback',
    'HTTPS://AGENT.EXAMPLE/callback',
    '//agent.example/callback',
    'javascript:alert(1)',
    'http://127.0.0.1/callback',
    `${callback} https://mallory.example`,
    '',
  ]
  test.each(elsewhere)('to %j is a page that leads nowhere', async (redirect_uri) => {
    const changes: Record<string, string>[] = [{ redirect_uri }, { redirect_uri, response_type: 'wrong' }]
    for (const change of changes) {
      const { url } = agent.authorizeUrl(victim, change)
      const { status, headers, text } = await openConsent(url)
      expect([status, headers.get('location')]).toEqual([400, null])
      expect(text).not.toContain('<form')
    }
  })

  const loopback = 'http://127.0.0.1:7777/callback'
  test.each([
    'http://127.0.0.1:80@mallory.example/callback',
    'http://127.0.0.1\\@mallory.example/callback',
    'http://127.0.0.1.mallory.example/callback',
    'http://localhost:7777/callback',
    'http://127.0.0.1:7777/other',
    'http://127.0.0.1:7777/callback?more=1',
    'http://127.0.0.1:7777/callback#more',
    'https://127.0.0.1:7777/callback',
    'http://user@127.0.0.1:7777/callback',
    'http://127.0.0.2:7777/callback',
  ])('with loopback registered, to %j, is a page that leads nowhere', async (redirect_uri) => {
    const id = await agent.register({ redirect_uris: [loopback] })
    const { status, headers } = await openConsent(agent.authorizeUrl(id, { redirect_uri }).url)
    expect([status, headers.get('location')]).toEqual([400, null])
  })

  test('by a parameter that is there twice is a page that leads nowhere', async () => {
    for (const name of ['redirect_uri', 'client_id', 'state']) {
      const { url } = agent.authorizeUrl(victim)
      url.searchParams.append(name, 'https://mallory.example/cb')
      const { status, headers } = await openConsent(url)
      expect([status, headers.get('location')]).toEqual([400, null])
    }
  })
})

describe('a PKCE downgrade', () => {
  const downgrades: Record<string, string | undefined>[] = [
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge: undefined },
    { code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { code_challenge_method: 's256' },
    { code_challenge: 'short' },
    { code_challenge: `${'x'.repeat(42)}=` },
  ]
  test.each(downgrades)('by %j is refused before the user is asked', async (changes) => {
    const page = await openConsent(agent.authorizeUrl(victim, changes).url)
    const location = wayBack(page)
    expect([page.status, location.searchParams.get('error')]).toEqual([400, 'invalid_request'])
    expect(location.href).toMatch(`${callback}?`)
  })

  test('in the form that a page sends is refused as well', async () => {
    const page = await openConsent(agent.authorizeUrl(victim).url)
    const fields = { ...page.fields, code_challenge_method: 'plain' }
    const answer = await paste(stage.url, { ...page, fields }, token)
    expect(wayBack(answer).searchParams.get('error')).toBe('invalid_request')
  })
})

describe('a stolen refresh token', () => {
  test('used after the victim has used two later ones ends the family, for both', async () => {
    const first = await agent.connect(victim, token)
    const second = (await agent.refresh(victim, first.refresh_token)).body
    const third = (await agent.refresh(victim, second.refresh_token)).body
    expect(refusal(await agent.refresh(victim, first.refresh_token))).toEqual([400, 'invalid_grant'])
    for (const { access_token, refresh_token } of [first, second, third]) {
      expect(await works(access_token)).toBe(false)
      expect(refusal(await agent.refresh(victim, refresh_token))).toEqual([400, 'invalid_grant'])
    }
    const { body } = await stage.admin('GET', '/admin/audit?action=reuse_refresh_token&tenant=acme&source=oauth')
    expect(body.entries).toHaveLength(1)
    expect(body.entries[0]).toMatchObject({ outcome: 'error', code: 'invalid_grant', tenant: 'acme' })
  })

  test.each(['', 'x', 'pb_refresh_', `pb_refresh_${'a'.repeat(22)}.${'b'.repeat(43)}`, '%00', '\u0000'])(
    'that was made up, %j, is refused',
    async (made) => {
      const { status, body } = await agent.refresh(victim, made)
      expect(status).toBe(400)
      expect(['invalid_grant', 'invalid_request']).toContain(body.error)
    },
  )
})

describe("another's token", () => {
  test('a resource that is not ours is refused, at each step', async () => {
    const resource = 'https://other.example/mcp'
    const page = await openConsent(agent.authorizeUrl(victim, { resource }).url)
    expect(wayBack(page).searchParams.get('error')).toBe('invalid_target')
    const authorized = await agent.authorize(victim, token)
    expect(refusal(await agent.exchange(victim, authorized, { resource }))).toEqual([400, 'invalid_target'])
    const { refresh_token } = await agent.connect(victim, token)
    expect(refusal(await agent.refresh(victim, refresh_token, { resource }))).toEqual([400, 'invalid_target'])
    const [, host] = stage.url.split('//')
    const places = [
      '/mcp//',
      '//mcp',
      '/admin',
      '/mcp%2F',
      '%2fmcp',
      '/mcp#x',
      '\\mcp',
      '.evil.example',
      '@evil.example/mcp',
    ]
    for (const near of [...places.map((place) => stage.url + place), `http://user@${host}/mcp`]) {
      const asked = await openConsent(agent.authorizeUrl(victim, { resource: near }).url)
      expect(wayBack(asked).searchParams.get('error')).toBe('invalid_target')
    }
  })

  test('an access token opens its own tenant only, and no refresh token, code or client secret opens anything', async () => {
    const { access_token, refresh_token } = await agent.connect(victim, token)
    const { code } = await agent.authorize(victim, token)
    expect(await works(access_token, 'mallory')).toBe(false)
    expect(await works(refresh_token)).toBe(false)
    expect(await works(code)).toBe(false)
    expect((await stage.send('GET', '/admin/tenants/acme', { 'x-admin-key': access_token })).status).toBe(401)
  })

  test('an access token can not consent to further clients', async () => {
    const { access_token } = await agent.connect(victim, token)
    const page = await openConsent(agent.authorizeUrl(victim).url)
    const { status, headers } = await paste(stage.url, page, access_token)
    expect([status, headers.get('location')]).toEqual([403, null])
  })
})

describe('a forged consent', () => {
  const forged = async (headers: Record<string, string>, proof?: string) => {
    const { url } = agent.authorizeUrl(mallory)
    const body = new URLSearchParams([...url.searchParams, ['token', token], ['decision', 'continue']])
    if (proof !== undefined) body.set('proof', proof)
    const path = `${stage.url}/oauth/authorize`
    return answered(await fetch(path, { method: 'POST', headers, body, redirect: 'manual' }))
  }

  test("another site's form, which has no cookie, gives no code", async () => {
    const own = await openConsent(agent.authorizeUrl(mallory).url)
    const other = await openConsent(agent.authorizeUrl(mallory).url)
    const attempts = [
      await forged({}),
      await forged({}, own.fields.proof),
      await forged({ cookie: other.cookie }, own.fields.proof),
      await forged({ cookie: other.cookie }),
      await forged({ cookie: own.cookie }, own.cookie.split('=')[1]),
      await forged({ cookie: 'patchbay-form=' }, ''),
    ]
    for (const { status, headers } of attempts) expect([status, headers.get('location')]).toEqual([403, null])
    expect((await forged({ cookie: own.cookie }, own.fields.proof)).status).toBe(200)
  })

  test('the cookie is for this host and its own pages only', async () => {
    const { headers } = await openConsent(agent.authorizeUrl(victim).url)
    expect(headers.get('set-cookie')).toMatch(
      /^patchbay-form=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    )
  })

  test('no page can be framed, and none runs, loads or keeps anything', async () => {
    const bad = agent.authorizeUrl(victim, { redirect_uri: 'https://mallory.example/' }).url
    for (const url of [agent.authorizeUrl(victim).url, bad]) {
      const { headers, text } = await openConsent(url)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(text).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|url\(/i)
    }
  })

  test('a page has one form, which goes to the gateway', async () => {
    const { text } = await openConsent(agent.authorizeUrl(victim).url)
    expect(text.match(/<form[^>]*>|\sform(action)?=/g)).toEqual(['<form method="post" action="/oauth/authorize">'])
  })
})

describe('a script in what a client says of itself', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&lt;`
  test('its name is shown as text', async () => {
    const id = await agent.register({ client_name: evil })
    const { text } = await openConsent(agent.authorizeUrl(id).url)
    expect(text).not.toMatch(/<script|<img/)
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#x27;')
  })

  test('its state, and whatever else it sends, is shown as text and comes back as it was', async () => {
    const page = await openConsent(agent.authorizeUrl(victim, { state: evil, extra: evil }).url)
    expect(page.text).not.toMatch(/<script|<img/)
    const { headers } = await decide(stage.url, page, { decision: 'refuse' })
    expect(new URL(headers.get('location') ?? '').searchParams.get('state')).toBe(evil)
  })

  test('an unknown client id or a wrong redirect URI is not shown at all', async () => {
    for (const changes of [{ client_id: evil }, { redirect_uri: evil }]) {
      expect((await openConsent(agent.authorizeUrl(victim, changes).url)).text).not.toMatch(/alert\(|<img/)
    }
  })

  test('characters that turn text round, or hide it, are gone from its name', async () => {
    const id = await agent.register({ client_name: 'Good\u202eliva\u200b\u0000\n\t name' })
    const { text } = await openConsent(agent.authorizeUrl(id).url)
    expect(text).toContain('<bdi>Good liva name</bdi>')
  })
})

test('a token that was pasted is shown again by no page', async () => {
  const page = await openConsent(agent.authorizeUrl(victim).url)
  const pasted = 'a-token-that-nobody-has'
  const { status, text } = await paste(stage.url, page, pasted)
  expect(status).toBe(403)
  expect(text).not.toContain(pasted)
  expect(text).toContain('This tenant token is not known here')
})

test('DNS rebinding: another host name is refused at every endpoint', async () => {
  for (const [method, path] of [
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/oauth/authorize'],
    ['POST', '/oauth/authorize'],
    ['POST', '/oauth/register'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/revoke'],
    ['GET', '/oauth/grants'],
    ['POST', '/oauth/grants'],
  ] as const) {
    expect((await stage.send(method, path, { host: 'rebound.example' })).status).toBe(403)
  }
})
