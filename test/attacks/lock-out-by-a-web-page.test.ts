// Test lanes: slow

/** A web page has its visitor's browser send what fails. Nobody who shares the visitor's address may be locked out by that. */
import { oauth2 } from '@patchbay/core/provider'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { answered, tokenOf } from '../client.ts'
import { createBrowser, startVendor } from '../connect/start-vendor.ts'
import { createPerson, startIssuer } from '../console/start-issuer.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { callback, createAgent } from '../oauth/agent.ts'
import { openConsent } from '../oauth/user.ts'

const vendor = startVendor()
const issuer = await startIssuer()
const signIn = oauth2({
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  scopes: { things: 'Read things' },
  rotates: true,
  pkce: true,
})
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const provider = variant('vendor', { auth: signIn, probe })

type Gateway = Awaited<ReturnType<typeof startTestGateway>>
const gateways: Gateway[] = []
let gateway: Gateway
/** The limits as shipped; everybody here has one address. */
beforeEach(async () => {
  gateway = await startTestGateway({
    domains: [domainOf(provider)],
    env: {
      ...issuer.env,
      PROVIDER_ORIGINS: JSON.stringify({ vendor: vendor.origin }),
      ALLOWED_PRIVATE_HOSTS: `${vendor.host},${issuer.host}`,
      FAILED_LOGINS_PER_MINUTE: '',
    },
  })
  gateways.push(gateway)
  const { id: client_id, secret: client_secret } = vendor.app
  const addresses = { authorize_url: `${vendor.origin}/authorize`, token_url: `${vendor.origin}/token` }
  await gateway.admin('PUT', '/admin/apps/vendor', { client_id, client_secret, ...addresses })
  await gateway.seed('acme', { vendor: 'an-access-token' })
})
afterAll(async () => {
  await Promise.all([...gateways.map((each) => each.stop()), issuer.stop(), vendor.stop()])
})

/** Loads a URL as a page on another site makes its visitor's browser do. */
const load = async (path: string, dest: 'image' | 'document', cookie = '') => {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest, ...(cookie && { cookie }) }
  return answered(await fetch(gateway.url + path, { headers, redirect: 'manual' }))
}
const sendForm = async (path: string, values: Readonly<Record<string, string>>) => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  return answered(await fetch(gateway.url + path, { method: 'POST', headers, body: new URLSearchParams(values) }))
}
const many = async <T>(times: number, send: (n: number) => Promise<T>): Promise<readonly T[]> => {
  const all: T[] = []
  for (let n = 0; n < times; n++) all.push(await send(n))
  return all
}
const tally = (answers: readonly { readonly status: number }[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]))

const makeLink = async (): Promise<string> => {
  const body = { tenant_id: 'acme', provider: 'vendor', account_id: 'other', label: 'Other' }
  return (await gateway.admin('POST', '/admin/connect', body)).body.url
}

/** Connects an account by a right link, from the page to the end. */
const connect = async (link: string): Promise<number> => {
  const browser = createBrowser()
  const asking = await browser.goThrough(link)
  return (await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })).status
}

describe('images and navigations to links that nobody made', () => {
  test.each(['image', 'document'] as const)('leave right links open (%s)', async (dest) => {
    const link = await makeLink()
    expect(tally(await many(12, () => load('/connect/x', dest)))).toEqual({ 404: 12 })
    expect(await connect(link)).toBe(200)
  })

  test('are refused from 120 a minute on, and right links go all the way even then', async () => {
    const [link, used] = [await makeLink(), await makeLink()]
    expect(await connect(used)).toBe(200)
    expect(tally(await many(130, (n) => load(`/connect/x${n}`, 'image')))).toEqual({ 404: 120, 429: 10 })
    const over = await load('/connect/callback/vendor?state=x&code=y', 'document')
    expect([over.status, over.headers.get('ratelimit-policy')]).toEqual([429, '"failed-requests";q=120;w=60'])
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(over.text).toContain('try again in')
    expect(await connect(link)).toBe(200)
    // The holder of a valid link still gets its answer.
    expect((await createBrowser().visit(used)).status).toBe(404)
  })
})

test('forms to the token endpoint, whatever they hold, leave codes and refresh tokens usable', async () => {
  const agent = createAgent(gateway.url)
  const id = await agent.register()
  const granted = await agent.connect(id, tokenOf('acme'))
  const begun = await agent.authorize(id, tokenOf('acme'))
  const wrong: Readonly<Record<string, string>>[] = [
    { grant_type: 'refresh_token', refresh_token: 'x', client_id: id },
    { grant_type: 'authorization_code', code: 'x', code_verifier: 'x'.repeat(43), client_id: id },
    { grant_type: 'x' },
  ]
  const answers = await many(132, (n) => sendForm('/oauth/token', wrong[n % wrong.length] ?? {}))
  expect(tally(answers)).toEqual({ 400: 120, 429: 12 })
  expect(answers.at(-1)?.body.error).toBe('temporarily_unavailable')
  expect((await agent.exchange(id, begun)).status).toBe(200)
  const refreshed = await agent.refresh(id, granted.refresh_token)
  expect(refreshed.status).toBe(200)
  // A right token is not refused for what came with it, and hears what is wrong.
  const narrowed = await agent.refresh(id, refreshed.body.refresh_token, { resource: 'https://elsewhere.example' })
  expect([narrowed.status, narrowed.body.error]).toEqual([400, 'invalid_target'])
})

test('faulty authorization requests leave right ones open, as far as the code', async () => {
  const agent = createAgent(gateway.url)
  const id = await agent.register()
  const faulty = `/oauth/authorize?${new URLSearchParams({ client_id: 'x', redirect_uri: callback })}`
  expect(tally(await many(125, () => load(faulty, 'image')))).toEqual({ 400: 120, 429: 5 })
  expect((await openConsent(agent.authorizeUrl(id).url)).status).toBe(200)
  expect((await agent.exchange(id, await agent.authorize(id, tokenOf('acme')))).status).toBe(200)
})

describe('navigations to the way back of a sign-in to the console', () => {
  const back = '/console/oidc/callback?state=x&code=y'

  test('without its cookie leave people who sign in alone', async () => {
    const person = createPerson(gateway.url)
    for (const { headers } of await many(30, () => load(back, 'document')))
      expect(headers.get('location')).toBe('/console?problem=expired')
    expect((await person.signIn()).cookie).toContain('patchbay=')
  })

  test('with the cookie of a sign-in that is under way, but another state, do not end it', async () => {
    const person = createPerson(gateway.url)
    const begun = await person.begin()
    const location = await person.atProvider(begun.location)
    for (const { headers } of await many(30, () => load(back, 'document', begun.cookie)))
      expect(headers.get('location')).toBe('/console?problem=expired')
    expect((await person.comeBack(location, begun.cookie)).cookie).toContain('patchbay=')
  })
})
