import { rmSync } from 'node:fs'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { temporaryFolder } from '../../test/gateway.ts'
import { answer, type Behaviour, hold, startScripted } from '../../test/providers/scripted.ts'
import { GatewayError } from '../errors.ts'
import { createFetcher, parseAllowedHosts } from '../fetch/index.ts'
import { createVault, makeKey, parseKeys } from '../vault/index.ts'
import { clientSecretBinding, createRefresher, refreshTokenBinding } from './index.ts'
import { leaseMs, type RefresherParts } from './use-seed.ts'

const ref = { tenant: 'acme', provider: 'hubspot', account: 'main' }

afterEach(() => {
  vi.useRealTimers()
})

const open = async (...behaviours: readonly Behaviour[]) => {
  const gate = Promise.withResolvers<void>()
  const granted = answer(200, { access_token: 'new', expires_in: 3600 })
  const [first = hold(gate.promise, granted), ...others] = behaviours
  const endpoint = await startScripted(first, ...others)
  const folder = temporaryFolder()
  const store = openSqliteStore(folder)
  onTestFinished(async () => {
    await store.close()
    await endpoint.stop()
    rmSync(folder, { recursive: true })
  })
  const vault = createVault(parseKeys(makeKey()))
  const fetcher = createFetcher({ allowed: parseAllowedHosts('127.0.0.1') })
  const providers = { hubspot: { accounts: [{ id: 'main', label: 'Main' }], default: 'main' } }
  const options = { allow_raw: false, tools: 'domains' } as const
  const tenant = { name: 'Acme', status: 'active', providers, options } as const
  await store.tenants.put('acme', tenant, { now: new Date(), prune: false })
  const seed = {
    application: 'own',
    client_id: 'client',
    token_endpoint: `${endpoint.origin}/token`,
    sealed_client_secret: await vault.seal('secret', clientSecretBinding(ref)),
    sealed_refresh_token: await vault.seal('refresh', refreshTokenBinding(ref)),
  }
  await store.seeds.put(ref, seed, new Date())
  const renewed: string[] = []
  const needed: string[] = []
  const onRenewed: RefresherParts['onRenewed'] = (_ref, { version }) => renewed.push(version)
  const refresherOn = (seeds: typeof store.seeds) =>
    createRefresher({
      store: { ...store, seeds },
      vault,
      fetcher,
      authOf: () => undefined,
      selfHostedHosts: [],
      onRefresh: ({ outcome, beginsNeed }) => {
        if (beginsNeed) needed.push(outcome)
      },
      onRenewed,
    })
  return { gate, endpoint, store, refresherOn, renewed, needed }
}

test('only one gateway asks a token endpoint, even if it takes longer than a lease', async () => {
  const { gate, endpoint, store, refresherOn } = await open()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const renewed = refresherOn(store.seeds).renew(ref, null)
  await endpoint.received(1)
  const another = { owner: 'another', stale: null, forced: false, leaseMs }
  for (let passed = 0; passed < 2 * leaseMs; passed += leaseMs / 4) {
    await vi.advanceTimersByTimeAsync(leaseMs / 4)
    expect(await store.seeds.claim(ref, another)).toEqual({ outcome: 'busy' })
  }
  gate.resolve()
  expect(await renewed).toMatchObject({ accessToken: 'new' })
})

test('a new token is stored even if the store was away when the token came', async () => {
  const { gate, endpoint, store, refresherOn } = await open()
  gate.resolve()
  let isAway = true
  const complete: typeof store.seeds.complete = async (...result) => {
    if (!isAway) return store.seeds.complete(...result)
    isAway = false
    throw new GatewayError('UNAVAILABLE', 'the store is away')
  }
  expect(await refresherOn({ ...store.seeds, complete }).renew(ref, null)).toMatchObject({ accessToken: 'new' })
  expect(await store.credentials.get(ref)).toBeDefined()
  expect(endpoint.requests).toHaveLength(1)
})

test('a gateway finds the credential that another gateway stored before it died without reporting it', async () => {
  const { gate, endpoint, store, refresherOn, renewed } = await open()
  gate.resolve()
  const first = await refresherOn(store.seeds).renew(ref, null)
  const second = await refresherOn(store.seeds).renew(ref, null)
  expect(second).toEqual({ ...first, rejected: false })
  expect(renewed).toEqual([first?.version, first?.version])
  expect(endpoint.requests).toHaveLength(1)
})

const refused = answer(400, { error: 'invalid_grant' })
/** A gateway that stands still loses its lease, since it can't extend it. */
const standStill = async (store: Awaited<ReturnType<typeof open>>['store']): Promise<void> => {
  vi.setSystemTime(Date.now() + leaseMs + 1)
  expect(await store.seeds.get(ref)).not.toMatchObject({ lease_owner: null })
}

test('a refusal that two gateways hear, one of which stood still, begins the need of a person once', async () => {
  const gate = Promise.withResolvers<void>()
  const { endpoint, store, refresherOn, needed } = await open(hold(gate.promise, refused), refused)
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const first = refresherOn(store.seeds).renew(ref, null)
  await endpoint.received(1)
  await standStill(store)
  await expect(refresherOn(store.seeds).renew(ref, null)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
  gate.resolve()
  await expect(first).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
  expect(needed).toEqual(['refused'])
})

test('a refusal that comes after another gateway has refreshed the token needs nobody', async () => {
  const gate = Promise.withResolvers<void>()
  const granted = answer(200, { access_token: 'new', expires_in: 3600 })
  const { endpoint, store, refresherOn, needed } = await open(hold(gate.promise, refused), granted)
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const first = refresherOn(store.seeds).renew(ref, null)
  await endpoint.received(1)
  await standStill(store)
  expect(await refresherOn(store.seeds).renew(ref, null)).toMatchObject({ accessToken: 'new' })
  gate.resolve()
  expect(await first).toMatchObject({ accessToken: 'new' })
  expect(needed).toEqual([])
})
