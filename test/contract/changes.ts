import type { Change, Store } from '@patchbay/core/store'
import { asUnixSeconds } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import { giveGrant, grantId, tokens, withClient } from './oauth/samples.ts'
import type { FreshStore } from './open-store.ts'
import { configuration, credential, hashOf, noon, refOf } from './samples.ts'

const keep = { now: noon, prune: false }
const tenantChange: Change = { kind: 'tenant', tenant: 'acme' }
const tokenChange: Change = { kind: 'bearer-token', hash: hashOf('known') }
const credentialChange: Change = { kind: 'credential', ...refOf('acme', 'hubspot/eu') }
const grantChange: Change = { kind: 'grant', grant_id: grantId(1) }
const refreshToken = { family: hashOf('a family'), hash: hashOf('a refresh') }
const how = { now: noon, graceMs: 0 }
const createKey = (store: Store, name: string, most = 10) =>
  store.adminKeys.create(
    { hash: hashOf(name), name, role: 'owner', linker: null, expires_at: null },
    { now: noon, most },
  )

/** The changes that each step announces, on a store that has acme with a grant. */
const grantSteps: readonly [what: string, step: (store: Store) => Promise<unknown>, heard: readonly Change[]][] = [
  ['another grant', (store) => giveGrant(store, 'b', 2), []],
  ['a refresh', (store) => store.grants.refresh(refreshToken, tokens('b'), how), [grantChange]],
  [
    'a refresh with a wrong token',
    (store) => store.grants.refresh({ ...refreshToken, hash: hashOf('x') }, tokens('b'), how),
    [grantChange],
  ],
  ['a revoked grant', (store) => store.grants.revoke('acme', grantId(1)), [grantChange]],
  ['an unknown grant', (store) => store.grants.revoke('acme', grantId(2)), []],
  ['a revoked access token', (store) => store.grants.revokeAccessToken(hashOf('a access')), [grantChange]],
  ['a code that comes again', (store) => store.grants.revokeByCode(hashOf('a code'), 'client'), [grantChange]],
  ['a removed client', (store) => store.oauthClients.remove('client'), [grantChange]],
  [
    'a revoked bearer token',
    (store) => store.tenantTokens.revoke('acme', hashOf('bearer').slice(0, 12)),
    [{ kind: 'bearer-token', hash: hashOf('bearer') }, grantChange],
  ],
]

/** The changes that each step announces, on a store that has acme with a token and a credential for hubspot/eu. */
const steps: readonly [what: string, step: (store: Store) => Promise<unknown>, heard: readonly Change[]][] = [
  ['a tenant that is put', (store) => store.tenants.put('acme', configuration('hubspot/eu'), keep), [tenantChange]],
  ['a refused configuration', (store) => store.tenants.put('acme', configuration(), keep), []],
  [
    'a configuration with prune',
    (store) => store.tenants.put('acme', configuration(), { now: noon, prune: true }),
    [credentialChange, tenantChange],
  ],
  ['a removed tenant', (store) => store.tenants.remove('acme'), [{ ...tenantChange, isRemoved: true }]],
  ['a tenant that was not there', (store) => store.tenants.remove('nobody'), []],
  [
    'a new token',
    (store) => store.tenantTokens.register('acme', hashOf('new'), noon),
    [{ kind: 'bearer-token', hash: hashOf('new') }],
  ],
  ['a token that exists', (store) => store.tenantTokens.register('acme', hashOf('known'), noon), []],
  [
    'a token that gets an expiry',
    (store) => store.tenantTokens.register('acme', hashOf('known'), noon, { expires_at: asUnixSeconds(1) }),
    [tokenChange],
  ],
  ['a token that is taken', (store) => store.tenantTokens.register('globex', hashOf('known'), noon), []],
  ['a revoked token', (store) => store.tenantTokens.revoke('acme', hashOf('known').slice(0, 12)), [tokenChange]],
  ['an unknown token', (store) => store.tenantTokens.revoke('acme', '000000000000'), []],
  ['a new admin key', (store) => createKey(store, 'new'), [{ kind: 'admin-key', hash: hashOf('new') }]],
  ['one admin key too many', (store) => createKey(store, 'new', 1), []],
  [
    'a removed admin key',
    (store) => store.adminKeys.remove(hashOf('a key').slice(0, 12)),
    [{ kind: 'admin-key', hash: hashOf('a key') }],
  ],
  ['an admin key that was not there', (store) => store.adminKeys.remove('000000000000'), []],
  [
    'a credential that is put',
    (store) => store.credentials.put(refOf('acme', 'hubspot/eu'), credential(), noon),
    [credentialChange],
  ],
  ['a refused credential', (store) => store.credentials.put(refOf('acme', 'stripe/eu'), credential(), noon), []],
  ['a removed credential', (store) => store.credentials.remove(refOf('acme', 'hubspot/eu')), [credentialChange]],
  ['a credential that was not there', (store) => store.credentials.remove(refOf('acme', 'stripe/eu')), []],
]

export const changesContract = (fresh: FreshStore): void => {
  const prepared = async () => {
    const { store } = await fresh()
    await store.tenants.put('acme', configuration('hubspot/eu'), keep)
    await store.tenantTokens.register('acme', hashOf('known'), noon)
    await store.credentials.put(refOf('acme', 'hubspot/eu'), credential(), noon)
    await createKey(store, 'a key')
    return store
  }

  describe('changes', () => {
    it.each(steps)('%s is announced before its method resolves, and nothing else', async (_what, step, heard) => {
      const store = await prepared()
      const changes: Change[] = []
      store.changes.listen((change) => changes.push(change))
      await step(store)
      expect(changes).toEqual(heard)
    })

    it.each(grantSteps)('%s is announced before its method resolves', async (_what, step, heard) => {
      const store = await prepared()
      await withClient(store)
      await giveGrant(store, 'a', 1)
      const changes: Change[] = []
      store.changes.listen((change) => changes.push(change))
      await step(store)
      expect(changes).toEqual(heard)
    })

    it('a listener that hears of a change reads the new state', async () => {
      const store = await prepared()
      const reads: Promise<unknown>[] = []
      store.changes.listen(() => reads.push(store.tenants.get('acme')))
      await store.tenants.remove('acme')
      expect(await Promise.all(reads)).toEqual([undefined])
    })

    it('every listener hears of it until it stops, the same function twice as well', async () => {
      const store = await prepared()
      const changes: Change[] = []
      const listener = (change: Change) => {
        changes.push(change)
      }
      const stop = store.changes.listen(listener)
      const stopOther = store.changes.listen(listener)
      await store.tenants.put('acme', configuration('hubspot/eu'), keep)
      expect(changes).toHaveLength(2)
      stop()
      stop()
      await store.tenants.put('acme', configuration('hubspot/eu'), keep)
      expect(changes).toHaveLength(3)
      stopOther()
      await store.tenants.put('acme', configuration('hubspot/eu'), keep)
      expect(changes).toHaveLength(3)
    })
  })
}
