import { generateKeyPairSync } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { temporaryFolder } from '../../test/gateway.ts'
import { createFetcher, parseAllowedHosts } from '../fetch/index.ts'
import { oauth2 } from '../provider/index.ts'
import { createVault, makeKey, parseKeys } from '../vault/index.ts'
import { clientSecretBinding, createRefresher, refreshTokenBinding, type StoredGrant, writeGrant } from './index.ts'

const hour = 3_600_000
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signer: StoredGrant = {
  grant: 'jwt_bearer',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

/** Accounts of one client at an endpoint that answers each refresh token as the test says; a key by the name `key`. */
const open = async (accounts: readonly string[]) => {
  const answers = new Map<string, () => Response>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const form = new URLSearchParams(await request.text())
      const answer = answers.get(form.get('refresh_token') ?? 'key')
      return answer?.() ?? Response.json({ access_token: 'new', expires_in: 60 })
    },
  })
  const folder = temporaryFolder()
  const store = openSqliteStore(folder)
  onTestFinished(async () => {
    await server.stop(true)
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const vault = createVault(parseKeys(makeKey()))
  const providers = { crm: { accounts: accounts.map((id) => ({ id, label: id })), default: accounts[0] ?? '' } }
  const tenant = { name: 'Acme', status: 'active', providers, options: { allow_raw: false, tools: 'domains' } } as const
  await store.tenants.put('acme', tenant, { now: new Date(), prune: false })
  const refOf = (account: string) => ({ tenant: 'acme', provider: 'crm', account })
  for (const account of accounts) {
    const ref = refOf(account)
    const grant: StoredGrant = account === 'key' ? signer : { grant: 'authorization_code', refreshToken: account }
    const seed = {
      application: 'own',
      client_id: 'client',
      token_endpoint: `${server.url.origin}/token`,
      sealed_client_secret: await vault.seal('secret', clientSecretBinding(ref)),
      sealed_refresh_token: await vault.seal(writeGrant(grant), refreshTokenBinding(ref)),
    }
    await store.seeds.put(ref, seed, new Date())
  }
  const told: string[] = []
  const refresher = createRefresher({
    store,
    vault,
    fetcher: createFetcher({ allowed: parseAllowedHosts('127.0.0.1') }),
    authOf: () =>
      accounts.includes('key')
        ? oauth2({ grant: 'jwt_bearer', token: server.url.href, scopes: {}, algorithm: 'RS256', clientAuth: 'post' })
        : oauth2({
            authorize: server.url.href,
            token: server.url.href,
            scopes: {},
            rotates: false,
            clientAuth: 'post',
          }),
    selfHostedHosts: [],
    onRefresh: ({ ref, outcome }) => told.push(`${ref.account} ${outcome}`),
    onRenewed: () => {},
  })
  return {
    told,
    answers,
    /** The error code of a try; `undefined`: it worked. */
    async renew(account: string): Promise<string | undefined> {
      const ref = refOf(account)
      const stale = (await store.credentials.get(ref))?.version ?? null
      return refresher.renew(ref, stale).then(
        () => undefined,
        ({ code }) => code,
      )
    },
    status: async (account: string) => (await store.seeds.get(refOf(account)))?.status,
  }
}

const unclear = () => Response.json({ error: 'some_new_code' }, { status: 400 })

/** Tries an account each hour for 25 hours, and another beside it; the last outcome. */
const tryForADay = async ({ renew }: Awaited<ReturnType<typeof open>>, account: string, beside?: string) => {
  let code: string | undefined
  for (let tried = 0; tried < 26; tried++) {
    code = await renew(account)
    if (beside !== undefined) expect(await renew(beside)).toBeUndefined()
    pass(hour)
  }
  return code
}

test('an account that is refused for a day while another of its client is not, needs re-authorization, and it is told once', async () => {
  const opened = await open(['refused', 'fine'])
  opened.answers.set('refused', unclear)
  expect(await opened.renew('refused')).toBe('UPSTREAM_ERROR')
  expect(await opened.status('refused')).toBe('active')
  pass(hour)
  expect(await tryForADay(opened, 'refused', 'fine')).toBe('TOKEN_EXPIRED')
  expect(await opened.status('refused')).toBe('needs_reauth')
  expect(opened.told.filter((each) => each === 'refused refused')).toHaveLength(1)
})

test.each([
  ['no account of its client is taken', unclear, undefined],
  ['it is the client that is refused', () => Response.json({ error: 'invalid_client' }, { status: 401 }), 'fine'],
  ['the endpoint is down', () => new Response('sorry', { status: 503 }), 'fine'],
  ['the endpoint asks to wait', () => new Response('', { status: 429 }), 'fine'],
  ['the address has gone', () => new Response('', { status: 404 }), 'fine'],
])('an account goes on trying where %s', async (_why, answer, beside) => {
  const opened = await open(['refused', 'fine'])
  opened.answers.set('refused', answer)
  expect(await tryForADay(opened, 'refused', beside)).toBe('UPSTREAM_ERROR')
  expect(await opened.status('refused')).toBe('active')
})

test('a day of refusals counts from the first after the last success', async () => {
  const opened = await open(['refused', 'fine'])
  for (let tried = 0; tried < 4; tried++) {
    opened.answers.set('refused', unclear)
    for (let hours = 0; hours < 20; hours++) {
      expect(await opened.renew('refused')).toBe('UPSTREAM_ERROR')
      expect(await opened.renew('fine')).toBeUndefined()
      pass(hour)
    }
    opened.answers.delete('refused')
    expect(await opened.renew('refused')).toBeUndefined()
    pass(hour)
  }
  expect(await opened.status('refused')).toBe('active')
})

test.each([
  [
    'its time is wrong',
    () => Response.json({ error: 'invalid_grant', error_description: 'Invalid JWT' }, { status: 400 }),
  ],
  ['it is refused in other words', unclear],
])('a key is not given up, though %s for a day', async (_why, answer) => {
  const opened = await open(['key'])
  opened.answers.set('key', answer)
  expect(await tryForADay(opened, 'key')).toBe('UPSTREAM_ERROR')
  expect(await opened.status('key')).toBe('active')
  opened.answers.delete('key')
  expect(await opened.renew('key')).toBeUndefined()
})
