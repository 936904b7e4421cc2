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
  options: { allow_raw: false, tools: 'domains', max_result_bytes: 65_536 },
} as const
const putTenant = () => store.tenants.put('acme', tenant, { now: new Date(), prune: false })

const ref = { tenant: 'acme', provider: 'hubspot', account: 'main' }
const putToken = async (token: string): Promise<void> => {
  const sealed = await vault.seal(token, accessTokenBinding(ref))
  await store.credentials.put(ref, { sealed, token_type: 'Bearer', expires_at: null }, new Date())
}

test('a credential is kept until it is replaced, or another one turns out to be in its place', async () => {
  await putTenant()
  // Of a gateway that hears nothing: who replaced the credential died before it could say so.
  const changes = { listen: () => () => undefined }
  const known = createStoreCache({ ...store, changes }, vault, () => true)
  const tokenOf = async () => (await known.credential(ref))?.accessToken

  await putToken('the-first')
  expect(await tokenOf()).toBe('the-first')
  await putToken('the-second')
  expect(await tokenOf()).toBe('the-first')
  const record = await store.credentials.get(ref)
  if (!record) throw new Error('the credential is not stored')
  known.renewed(ref, await openCredential(vault, record))
  expect(await tokenOf()).toBe('the-second')
})

test('a bearer token that is revoked while it is being read is not kept', async () => {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const find: typeof store.bearerTokens.find = async (hash) => {
    const found = await store.bearerTokens.find(hash)
    asked.resolve()
    await answered.promise
    return found
  }
  const known = createStoreCache({ ...store, bearerTokens: { ...store.bearerTokens, find } }, vault, () => true)
  const hash = 'a'.repeat(64)
  await store.bearerTokens.register('acme', hash, new Date())

  const reading = known.bearerToken(hash)
  await asked.promise
  await store.bearerTokens.revoke('acme', hash.slice(0, 12))
  answered.resolve()
  expect(await reading).toMatchObject({ tenant_id: 'acme' })
  expect(await known.bearerToken(hash)).toBeUndefined()
  known.close()
})

test('a tenant that is deleted and made again has none of the credentials that it had', async () => {
  const known = createStoreCache(store, vault, () => true)
  await putTenant()
  await putToken('of-the-first')
  expect(await known.credential(ref)).toMatchObject({ accessToken: 'of-the-first' })
  await store.tenants.remove('acme')
  await putTenant()
  expect(await known.credential(ref)).toBeUndefined()
  known.close()
})
