// Test lanes: slow

/** Vendors that deviate from RFC 6749, each as it documents. The facts of GitHub and Slack come from the plugins. */
import { oauth2, origin, Type } from '@patchbay/core/provider'
import { chromium } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import github from '../../providers/github/index.ts'
import hubspot from '../../providers/hubspot/index.ts'
import slack from '../../providers/slack/index.ts'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { chromiumOptions, findChromium } from '../oauth/chromium.ts'
import { startWebhookReceiver } from '../providers/webhook-receiver.ts'
import { createBrowser, startVendor } from './start-vendor.ts'
import { asGitHub } from './vendors/github.ts'
import { asGoogle } from './vendors/google.ts'
import { asHubspot } from './vendors/hubspot.ts'
import { asSlack } from './vendors/slack.ts'

/** With which status HubSpot answers what it knows of a token. */
let hubspotSays = 200
/** The bookseller's metadata for the new token. */
let metadata: unknown = { dc: 'us6' }
const vendors = {
  github: startVendor(asGitHub),
  google: startVendor(asGoogle()),
  hubspot: startVendor(asHubspot(() => hubspotSays)),
  slack: startVendor(asSlack('bot')),
  'slack-user': startVendor(asSlack('user')),
  books: startVendor({
    callback: () => ({ realmId: '4620816365' }),
    api: (person, path) => (path === '/metadata' ? metadata : { email: person }),
    grant: ({ access, person }) =>
      Response.json({ access_token: access, who: { name: person }, instance_url: 'https://acme.my.books.example.com' }),
  }),
  machine: startVendor(),
}
type Id = keyof typeof vendors
const receiver = startWebhookReceiver()

const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const google = oauth2({
  authorize: 'https://accounts.example.com/o/oauth2/v2/auth',
  token: 'https://oauth2.example.com/token',
  scopes: { 'https://auth.example.com/files': 'Read your files', 'https://auth.example.com/mail': 'Read your mail' },
  parameters: { access_type: 'offline', prompt: 'consent' },
  pkce: true,
  rotates: false,
})
const slackUser = oauth2({
  authorize: 'https://slack.com/oauth/v2/authorize',
  token: 'https://slack.com/api/oauth.v2.access',
  scopeParameter: 'user_scope',
  separator: ',',
  tokenAt: '/authed_user',
  clientAuth: 'basic',
  rotates: true,
  scopes: { 'search:read': 'Search the workspace', 'users:read': 'List the people of the workspace' },
})
const books = oauth2({
  authorize: 'https://books.example.com/authorize',
  token: 'https://books.example.com/token',
  encoding: 'json',
  identity: ['/who/name'],
  rotates: true,
  scopes: {},
  tells: {
    company: { callback: 'realmId' },
    instance: { answer: '/instance_url' },
    region: { read: `${vendors.books.origin}/metadata`, answer: '/dc' },
  },
})
const machine = oauth2({
  grant: 'client_credentials',
  token: `${vendors.machine.origin}/token`,
  clientAuth: 'basic',
  scopes: { things: 'Read things' },
})
const setting = (pattern: string) => Type.String({ pattern, maxLength: 60 })
const { identity: _, ...unnamed } = probe
const providers = [
  github,
  hubspot,
  slack,
  variant('slack-user', {
    title: 'Slack',
    auth: slackUser,
    actions: slack.actions,
    ...(slack.probe && { probe: slack.probe }),
  }),
  variant('google', { title: 'Google', auth: google, probe }),
  variant('books', {
    title: 'Books',
    auth: books,
    probe: unnamed,
    origin: origin`https://${'instance'}.books.example.com`,
    settings: { company: setting('^[0-9]+$'), instance: setting('^[a-z.]+$'), region: setting('^[a-z]+[0-9]$') },
  }),
  variant('machine', { title: 'Machine', auth: machine, probe }),
]
const gateway = await startTestGateway({
  domains: providers.map(domainOf),
  env: {
    PROVIDER_ORIGINS: JSON.stringify(
      Object.fromEntries(Object.entries(vendors).map(([id, { origin }]) => [id, origin])),
    ),
    ALLOWED_PRIVATE_HOSTS: [...Object.values(vendors), receiver].map(({ host }) => host).join(','),
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: receiver.secret,
  },
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([...Object.values(vendors), receiver].map((server) => server.stop()))
})
await gateway.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers: {} })
for (const [id, { app, origin: at }] of Object.entries(vendors)) {
  if (id === 'machine') continue
  const body = {
    client_id: app.id,
    client_secret: app.secret,
    authorize_url: `${at}/authorize`,
    token_url: `${at}/token`,
  }
  expect((await gateway.admin('PUT', `/admin/apps/${id}`, body)).status).toBe(201)
}

beforeEach(() => {
  for (const vendor of Object.values(vendors)) vendor.behave({})
})

let accounts = 0
const connect = async (provider: Id, changes: object = {}, form = {}) => {
  const account_id = `account-${++accounts}`
  const made = await gateway.admin('POST', '/admin/connect', { tenant_id: 'acme', provider, account_id, ...changes })
  const browser = createBrowser()
  const page = await browser.goThrough(made.body.url, form)
  return {
    account_id,
    page,
    confirm: () => browser.visit(`${gateway.url}/connect/confirm`, { ...page.hidden, decision: 'connect' }),
    link: async () => (await gateway.admin('GET', `/admin/connect/${made.body.connect_id}`)).body,
    token: async () => (await gateway.admin('GET', `/admin/tokens/acme/${provider}/${account_id}`)).body,
    isStored: async () => (await gateway.admin('GET', `/admin/tokens/acme/${provider}/${account_id}`)).status === 200,
  }
}
/** Makes the account's token expire and calls, so that the gateway refreshes it. */
const refresh = async (provider: Id, account: string, action: object) => {
  await gateway.admin('PUT', `/admin/tokens/acme/${provider}/${account}`, { access_token: 'old', expires_at: 1 })
  return gateway.call('acme', provider, { ...action, account_id: account }, { token: 'acme-secret-token-1234' })
}
await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token: 'acme-secret-token-1234' })

describe('GitHub', () => {
  it('connects by PKCE, is asked for JSON, tells the login by another read, and its token never expires', async () => {
    vendors.github.as('octocat')
    const { page, confirm, token, link } = await connect('github')
    expect(page.text).toContain('At GitHub you are <strong><bdi>octocat</bdi></strong>')
    expect(page.text).not.toMatch(/can not be renewed|granted less/)
    expect((await confirm()).status).toBe(200)
    expect(await link()).toMatchObject({ status: 'connected', identity: 'octocat', missing_scopes: [] })
    expect(await token()).toMatchObject({ state: 'valid', expires_at: null })
    expect(vendors.github.exchanged.at(-1)?.get('code_verifier')).toHaveLength(43)
  })

  it('asks for what the plugin names, and for optional scopes by their names', async () => {
    await connect('github', { scopes: ['repo', 'workflow'] })
    expect(vendors.github.asked.at(-1)?.searchParams.get('scope')).toBe('repo workflow')
  })
})

describe('Google', () => {
  it('comes back with its issuer, and gives a refresh token that stays the same', async () => {
    const { page, confirm, account_id, token } = await connect('google')
    expect(page.text).toContain('ada@example.com')
    await confirm()
    const { body } = await refresh('google', account_id, { action: 'get', id: '1' })
    expect(body.data).toEqual({ email: 'ada@example.com' })
    expect((await token()).seed).toMatchObject({ error: null })
  })

  it('grants less than was asked for: the page names it before anything is stored, and the link does afterwards', async () => {
    vendors.google.behave({ withholds: ['https://auth.example.com/mail'] })
    const { page, confirm, link, isStored } = await connect('google')
    const [, alert = ''] = /role="alert">(.*?)<\/div>/s.exec(page.text) ?? []
    expect(alert).toContain('Read your mail')
    expect(alert).not.toContain('Read your files')
    for (const words of ['Connect anyway', 'Sign in again']) expect(page.text).toContain(words)
    expect(await isStored()).toBe(false)
    await confirm()
    expect(await link()).toMatchObject({ status: 'connected', missing_scopes: ['https://auth.example.com/mail'] })
  })

  it('is not taken for somebody else’s sign-in', async () => {
    vendors.google.behave({ also: { iss: 'https://accounts.example.net' } })
    expect((await connect('google')).page.text).toContain('from another sign-in service')
  })
})

describe('HubSpot', () => {
  it('names the domain and the user, which a person recognises, and is told apart by its number', async () => {
    const { page, confirm, link, account_id } = await connect('hubspot')
    const shown = '<strong><bdi>acme.com, ada@example.com</bdi></strong> (<bdi>42</bdi>)'
    expect(page.text).toContain(`At HubSpot CRM you are ${shown}`)
    expect((await confirm()).text).toContain(`The account of ${shown} works.`)
    const owner = { identity: '42', display_name: 'acme.com, ada@example.com' }
    expect(await link()).toMatchObject({ status: 'connected', ...owner })
    await expect
      .poll(() => receiver.received.find(({ data }) => data.account === account_id))
      .toMatchObject({ type: 'account.connected', data: { provider: 'hubspot', ...owner } })
  })

  it('is shown by its number where nobody says more', async () => {
    hubspotSays = 503
    expect((await connect('hubspot')).page.text).toContain('you are <strong><bdi>42</bdi></strong>')
    hubspotSays = 200
  })
})

describe('Slack', () => {
  it('gives a person’s token inside of another member, and its refreshed one at the top', async () => {
    const { confirm, account_id, link } = await connect('slack-user')
    await confirm()
    expect(vendors['slack-user'].asked.at(-1)?.searchParams.get('user_scope')).toBe('search:read,users:read')
    expect(await link()).toMatchObject({ status: 'connected', missing_scopes: [] })
    expect((await refresh('slack-user', account_id, { action: 'test_auth' })).status).toBe(200)
  })
})

describe('a vendor that tells settings and the identity in the sign-in', () => {
  it('has them in the account, and nobody is asked for them', async () => {
    const { page, confirm, account_id, link } = await connect('books')
    expect(page.text).toContain('ada@example.com')
    await confirm()
    const { accounts: stored } = (await gateway.admin('GET', '/admin/tenants/acme')).body.providers.books
    expect(stored).toContainEqual({
      id: account_id,
      label: account_id,
      settings: { company: '4620816365', instance: 'acme.my', region: 'us6' },
    })
    expect(await link()).toMatchObject({ identity: 'ada@example.com' })
  })

  it('is refused where it tells another company than the link is for', async () => {
    const { page, isStored } = await connect('books', { settings: { company: '1' } })
    expect(page.text).toContain('You signed in to another Company than the one that this link is for')
    expect(await isStored()).toBe(false)
  })
})

describe('a vendor that tells a setting by a read with the new token', () => {
  it.each([
    [{ error: 'invalid_token' }, 200, 'Books did not report the Region'],
    [{ dc: 'elsewhere.example.com/' }, 200, 'Region is not valid'],
    [{}, 503, 'Books did not say where the account is (503)'],
  ])('that answers %j with %i is told to the person, and nothing is stored', async (answer, apiStatus, message) => {
    metadata = answer
    vendors.books.behave({ apiStatus })
    const { page, isStored } = await connect('books')
    metadata = { dc: 'us6' }
    vendors.books.behave({})
    expect(page.text).toContain(message)
    expect(await isStored()).toBe(false)
  })
})

describe('an application with client credentials', () => {
  it('is connected by its id and secret: they are tried first, and the account refreshes by them', async () => {
    const { id, secret } = vendors.machine.app
    const { page, confirm, account_id, token } = await connect('machine', {}, { client_id: id, client_secret: secret })
    expect(page.text).toContain('the application')
    expect(page.text).not.toContain(secret)
    await confirm()
    expect((await token()).seed).toMatchObject({ error: null })
    const { body } = await refresh('machine', account_id, { action: 'get', id: '1' })
    expect(body.data).toEqual({ email: 'the application' })
    expect(vendors.machine.exchanged.at(-1)?.get('grant_type')).toBe('client_credentials')
  })

  it('is told beside the form that its secret is refused, and nothing is stored', async () => {
    const { page, isStored } = await connect('machine', {}, { client_id: 'an-app', client_secret: 'not-the-secret' })
    expect([page.status, page.text.includes('Machine did not grant access: invalid_client')]).toEqual([400, true])
    expect([page.text.includes('value="an-app"'), page.text.includes('not-the-secret')]).toEqual([true, false])
    expect(await isStored()).toBe(false)
  })
})

const missing = findChromium() ? undefined : 'there is no Chromium'

describe.skipIf(missing)('in Chromium, without scripts,', { meta: { missing } }, () => {
  it.each(['github', 'google', 'slack', 'slack-user'] as const)('the whole way at %s', async (provider) => {
    const account_id = `account-${++accounts}`
    const made = await gateway.admin('POST', '/admin/connect', { tenant_id: 'acme', provider, account_id })
    const browser = await chromium.launch(chromiumOptions())
    try {
      const page = await browser.newPage({ javaScriptEnabled: false })
      await page.goto(made.body.url)
      await page.getByRole('button', { name: /^Continue to/ }).click()
      await page.getByRole('button', { name: 'Connect this account' }).click()
      await page.getByRole('heading', { name: /is connected$/ }).waitFor()
    } finally {
      await browser.close()
    }
    const { body } = await gateway.admin('GET', `/admin/tokens/acme/${provider}/${account_id}`)
    expect(body).toMatchObject({ state: 'valid' })
  })
})
