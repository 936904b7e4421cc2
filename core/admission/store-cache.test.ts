import { rmSync } from 'node:fs'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { temporaryFolder } from '../../test/gateway.ts'
import { accessTokenBinding, openCredential } from '../refresh/index.ts'
import { currentMs, exactSecondsOf } from '../time.ts'
import { createVault, makeKey, parseKeys } from '../vault/index.ts'
import { createStoreCache } from './store-cache.ts'

const folder = temporaryFolder()
const store = openSqliteStore(folder)
const vault = createVault(parseKeys(makeKey()))
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const tenant = {
  name: 'Acme',
  status: 'active',
  providers: { hubspot: { accounts: [{ id: 'main', label: 'Main' }], default: 'main' } },
  options: { allow_raw: false, tools: 'domains' },
} as const
const putTenant = () => store.tenants.put('acme', tenant, { now: new Date(), prune: false })

const ref = { tenant: 'acme', provider: 'hubspot', account: 'main' }
const putToken = async (token: string): Promise<void> => {
  const sealed = await vault.seal(token, accessTokenBinding(ref))
  await store.credentials.put(ref, { sealed, token_type: 'Bearer', expires_at: null }, new Date())
}

test('a credential is kept until a change or `renewed` says that another one has replaced it', async () => {
  await putTenant()
  // This gateway gets no report of a change, as if the process that replaced the credential had died before it could report it.
  const changes = { listen: () => () => undefined }
  const storeCache = createStoreCache({ ...store, changes }, vault, () => true)
  const tokenOf = async () => (await storeCache.credential(ref))?.accessToken

  await putToken('the-first')
  expect(await tokenOf()).toBe('the-first')
  await putToken('the-second')
  expect(await tokenOf()).toBe('the-first')
  const record = await store.credentials.get(ref)
  if (!record) throw new Error('the credential is not stored')
  storeCache.renewed(ref, await openCredential(vault, record))
  expect(await tokenOf()).toBe('the-second')
})

test('a tenant token that is revoked while it is being read is not kept', async () => {
  const [lookup, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const find: typeof store.tenantTokens.find = async (hash) => {
    const token = await store.tenantTokens.find(hash)
    lookup.resolve()
    await answered.promise
    return token
  }
  const storeCache = createStoreCache({ ...store, tenantTokens: { ...store.tenantTokens, find } }, vault, () => true)
  const hash = 'a'.repeat(64)
  await store.tenantTokens.register('acme', hash, new Date())

  const reading = storeCache.token(hash)
  await lookup.promise
  await store.tenantTokens.revoke('acme', hash.slice(0, 12))
  answered.resolve()
  expect(await reading).toMatchObject({ tenant_id: 'acme' })
  expect(await storeCache.token(hash)).toBeUndefined()
  storeCache.close()
})

test('a tenant that is deleted and created again doesn’t get its old credentials back', async () => {
  const storeCache = createStoreCache(store, vault, () => true)
  await putTenant()
  await putToken('of-the-first')
  expect(await storeCache.credential(ref)).toMatchObject({ accessToken: 'of-the-first' })
  await store.tenants.remove('acme')
  await putTenant()
  expect(await storeCache.credential(ref)).toBeUndefined()
  storeCache.close()
})

const hour = 3_600_000

describe('the use of a token', () => {
  /** A store cache at a time that the test sets, and its records of use: `hash time`. */
  const watched = (fails = () => false) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-22T12:30:00.000Z'), toFake: ['Date'] })
    const recorded: string[] = []
    const touch: typeof store.tenantTokens.touch = async (hash, now) => {
      recorded.push(`${hash.slice(0, 1)} ${now.toISOString().slice(11, 16)}`)
      if (fails()) throw new Error('the disk is full')
      await store.tenantTokens.touch(hash, now)
    }
    const storeCache = createStoreCache({ ...store, tenantTokens: { ...store.tenantTokens, touch } }, vault, () => true)
    onTestFinished(() => {
      storeCache.close()
      vi.useRealTimers()
    })
    return { storeCache, recorded }
  }
  const lastUse = async (hash: string) => (await store.tenantTokens.find(hash))?.last_used_at

  test('is recorded the first time and then once an hour, whatever the number of calls', async () => {
    const hash = 'b'.repeat(64)
    await store.tenantTokens.register('acme', hash, new Date())
    const { storeCache, recorded } = watched()
    for (let call = 0; call < 100; call++) expect(await storeCache.token(hash)).toBeDefined()
    expect(recorded).toEqual(['b 12:30'])
    expect(await lastUse(hash)).toBe('2026-11-22T12:30:00.000Z')
    vi.setSystemTime(Date.now() + hour - 1)
    await storeCache.token(hash)
    expect(recorded).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1)
    for (let call = 0; call < 100; call++) await storeCache.token(hash)
    expect(recorded).toEqual(['b 12:30', 'b 13:30'])
    expect(await lastUse(hash)).toBe('2026-11-22T13:30:00.000Z')
  })

  test('that another gateway recorded within the hour, or this one before a change, is not recorded again', async () => {
    const hash = 'c'.repeat(64)
    const { storeCache, recorded } = watched()
    await store.tenantTokens.register('acme', hash, new Date())
    await store.tenantTokens.touch(hash, new Date())
    await storeCache.token(hash)
    await store.tenantTokens.change('acme', hash.slice(0, 12), { label: 'Changed' })
    expect(await storeCache.token(hash)).toMatchObject({ tenantToken: { label: 'Changed' } })
    expect(recorded).toEqual([])
  })

  test('that can not be recorded fails no call, and the next call tries again', async () => {
    const hash = 'd'.repeat(64)
    await store.tenantTokens.register('acme', hash, new Date())
    let isDown = true
    const { storeCache, recorded } = watched(() => isDown)
    expect(await storeCache.token(hash)).toBeDefined()
    await vi.waitFor(async () => {
      isDown = false
      await storeCache.token(hash)
      expect(await lastUse(hash)).toMatch('2026-11-22T12:30')
    })
    expect(recorded).toEqual(['d 12:30', 'd 12:30'])
  })

  test('is not recorded where the token has expired', async () => {
    const hash = 'e'.repeat(64)
    const { storeCache, recorded } = watched()
    await store.tenantTokens.register('acme', hash, new Date(), { expires_at: exactSecondsOf(currentMs()) })
    expect(await storeCache.token(hash)).toBeUndefined()
    expect(recorded).toEqual([])
  })
})
