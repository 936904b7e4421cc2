import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { temporaryFolder } from '../../test/gateway.ts'
import { accessTokenBinding } from '../refresh/index.ts'
import { createVault, makeKey, parseKeys } from '../vault/index.ts'
import { createKnown } from './known.ts'

const folder = temporaryFolder()
const store = openSqliteStore(folder)
const vault = createVault(parseKeys(makeKey()))
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const ref = { tenant: 'acme', provider: 'hubspot', account: 'main' }
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

const putToken = async (token: string, expires_at: number): Promise<void> => {
  const sealed = await vault.seal(token, accessTokenBinding(ref))
  await store.credentials.put(ref, { sealed, token_type: 'Bearer', expires_at }, new Date())
}

test('a token is kept while it lives; an expired one is looked up again, as who replaced it may have died before saying so', async () => {
  const providers = { hubspot: { accounts: [{ id: 'main', label: 'Main' }], default: 'main' } }
  const options = { allow_raw: false, tools: 'domains', max_result_bytes: 65_536 } as const
  const tenant = { name: 'Acme', status: 'active', providers, options } as const
  await store.tenants.put('acme', tenant, { now: new Date(), prune: false })
  const changes = { listen: () => () => undefined }
  const known = createKnown({ ...store, changes }, vault, () => true)
  const tokenOf = async () => (await known.credential(ref))?.accessToken

  await putToken('the-first', inSeconds(-60))
  expect(await tokenOf()).toBe('the-first')
  await putToken('the-second', inSeconds(3600))
  expect(await tokenOf()).toBe('the-second')
  await putToken('the-third', inSeconds(3600))
  expect(await tokenOf()).toBe('the-second')
})
