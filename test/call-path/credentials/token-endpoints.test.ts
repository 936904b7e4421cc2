// Test lanes: slow

import { describe, expect, test } from 'vitest'
import type { TokenRequest } from '../../providers/authorization-server.ts'
import { startRefreshing } from '../start-refreshing.ts'

/** Answers as a vendor does, with tokens that work. */
type Vendor = (tokens: { access_token: string; refresh_token: string }) => Response

const slack: Vendor = (tokens) =>
  Response.json({ ok: true, ...tokens, token_type: 'bot', expires_in: 43_200, team: { id: 'T1' } })
const github: Vendor = (tokens) =>
  new Response(
    new URLSearchParams({ ...tokens, expires_in: '28800', refresh_token_expires_in: '15897600', token_type: 'bearer' }),
  )
const google: Vendor = ({ access_token }) =>
  Response.json({ access_token, expires_in: 3599, scope: 'openid', token_type: 'Bearer', id_token: 'not.for.us' })
const shouting: Vendor = (tokens) => Response.json({ ...tokens, token_type: 'BEARER', expires_in: '3600', scope: null })
const silent: Vendor = ({ access_token }) => Response.json({ access_token })
const odd: Vendor = (tokens) => Response.json({ ...tokens, token_type: 'bearer', expires_in: -1, refresh_token: null })
const endless: Vendor = (tokens) => Response.json({ ...tokens, token_type: 'bearer', expires_in: 1e300 })

describe('a token endpoint that answers', () => {
  test.each([
    ['as Slack: ok, and the token type bot', slack, 43_200],
    ['as GitHub: a form', github, 28_800],
    ['as Google: no new refresh token, an id token of its own', google, 3599],
    ['in capitals, with a number that is text', shouting, 3600],
    ['nothing but the token', silent, null],
    ['a lifetime that is none', odd, null],
    ['a lifetime over all bounds', endless, 100 * 365 * 86_400],
  ])('%s is understood', async (_what, vendor, lifetime) => {
    const { auth, call, expire, state } = await startRefreshing()
    await expire()
    const tokens = auth.authorize()
    auth.say(() => vendor(tokens))
    expect((await call()).status).toBe(200)
    expect(auth.calls.at(-1)?.authorization).toBe(`Bearer ${tokens.access_token}`)
    const { expires_at, state: name } = await state()
    expect(name).toBe('valid')
    if (lifetime === null) expect(expires_at).toBeNull()
    else expect(Math.abs(expires_at - Date.now() / 1000 - lifetime)).toBeLessThan(60)
  })

  test.each([
    ['as Slack', 200, { ok: false, error: 'invalid_refresh_token' }],
    ['as GitHub', 200, { error: 'bad_refresh_token', error_description: 'incorrect or expired' }],
    ['as HubSpot', 400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' }],
    ['as RFC 6749 has it', 400, { error: 'invalid_grant' }],
  ])('%s that the refresh token is dead needs re-authorization', async (_what, status, body) => {
    const { auth, call, expire, state } = await startRefreshing()
    await expire()
    const refuse = () => Response.json(body, { status })
    auth.say(refuse, refuse)
    expect((await call()).body.code).toBe('TOKEN_EXPIRED')
    expect((await state()).state).toBe('needs_reauth')
  })

  test('as Slack that it is out of order is tried again later', async () => {
    const { auth, call, expire, state } = await startRefreshing()
    await expire()
    const broken = () => Response.json({ ok: false, error: 'internal_error' })
    auth.say(broken, broken)
    expect((await call()).body.error).toContain('internal_error')
    expect((await state()).state).toBe('expired')
  })
})

describe('the client', () => {
  const authOf = (requests: readonly TokenRequest[]) => requests.map(({ auth }) => auth)

  test.each([
    ['basic', ['basic'], ['basic', 'basic']],
    ['both', ['basic', 'post'], ['basic', 'basic']],
    ['post', ['post'], ['basic', 'post', 'post']],
  ] as const)(
    'proves itself to an endpoint that takes %s, and what it took is remembered',
    async (_what, takes, wanted) => {
      const { auth, call, expire, storeToken } = await startRefreshing({ takes })
      await expire()
      expect((await call()).status).toBe(200)
      await storeToken('a-token-that-has-expired', -1)
      expect((await call()).status).toBe(200)
      expect(authOf(auth.requests)).toEqual(wanted)
      for (const { headers, form } of auth.requests) {
        expect(headers.accept).toBe('application/json')
        expect(form.get('grant_type')).toBe('refresh_token')
      }
    },
  )

  test.each([502, 429])('is not tried another way where the endpoint answers %i', async (status) => {
    const { auth, call, expire } = await startRefreshing({ takes: ['post'] })
    await expire()
    auth.say(() => new Response('sorry', { status }))
    expect((await call()).status).toBe(502)
    expect(auth.requests).toHaveLength(1)
  })

  test('is not tried another way once one was taken: a refresh token that comes twice may end its family', async () => {
    const { auth, call, expire, storeToken } = await startRefreshing()
    await expire()
    expect((await call()).status).toBe(200)
    await storeToken('a-token-that-has-expired', -1)
    const refuse = () => Response.json({ error: 'invalid_client' }, { status: 401 })
    auth.say(refuse, refuse)
    expect((await call()).status).toBe(502)
    expect(authOf(auth.requests)).toEqual(['basic', 'basic'])
  })
})
