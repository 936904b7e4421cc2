import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { temporaryFolder } from '../../test/gateway.ts'
import { accessTokenBinding, openCredential } from '../refresh/index.ts'
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
  // This gateway hears of no change, as if the process that replaced the credential had died before it could report the change.
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
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const find: typeof store.bearerTokens.find = async (hash) => {
    const found = await store.bearerTokens.find(hash)
    asked.resolve()
    await answered.promise
    return found
  }
  const storeCache = createStoreCache({ ...store, bearerTokens: { ...store.bearerTokens, find } }, vault, () => true)
  const hash = 'a'.repeat(64)
  await store.bearerTokens.register('acme', hash, new Date())

  const reading = storeCache.token(hash)
  await asked.promise
  await store.bearerTokens.revoke('acme', hash.slice(0, 12))
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
