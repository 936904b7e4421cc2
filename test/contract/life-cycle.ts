import type { Store } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import { commitOf } from './effects/samples.ts'
import { client, code, giveGrant, grant, grantId, keepAll, tokens, withClient } from './oauth/samples.ts'
import type { FreshStore } from './open-store.ts'
import { auditEntry, billingOf, configuration, credential, hashOf, noon, refOf } from './samples.ts'

const everything = async (store: Store) => ({
  tenants: await store.tenants.list({ limit: 10 }),
  tokens: await store.tenantTokens.list('acme'),
  credential: await store.credentials.get(refOf('acme', 'hubspot/eu')),
  client: await store.oauthClients.find('client'),
  grants: await store.grants.list('acme', { now: noon, limit: 10 }),
  audit: await store.audit.query({ limit: 10 }),
  snapshot: await store.snapshots.get('health'),
})

const claimRequest = { owner: 'a', stale: null, forced: false, leaseMs: 1000 }

const afterClose: readonly [name: string, call: (store: Store) => Promise<unknown>][] = [
  ['ping configuration', (store) => store.ping('configuration')],
  ['ping audit', (store) => store.ping('audit')],
  ['tenants.get', (store) => store.tenants.get('acme')],
  ['tenants.put', (store) => store.tenants.put('acme', configuration(), { now: noon, prune: false })],
  ['tenants.list', (store) => store.tenants.list({ limit: 1 })],
  ['tenants.remove', (store) => store.tenants.remove('acme')],
  ['tenantTokens.register', (store) => store.tenantTokens.register('acme', hashOf('a'), noon)],
  ['tenantTokens.find', (store) => store.tenantTokens.find(hashOf('a'))],
  ['tenantTokens.list', (store) => store.tenantTokens.list('acme')],
  ['tenantTokens.revoke', (store) => store.tenantTokens.revoke('acme', '0'.repeat(12))],
  ['credentials.put', (store) => store.credentials.put(refOf('acme', 'hubspot/eu'), credential(), noon)],
  ['credentials.get', (store) => store.credentials.get(refOf('acme', 'hubspot/eu'))],
  ['credentials.remove', (store) => store.credentials.remove(refOf('acme', 'hubspot/eu'))],
  ['credentials.count', (store) => store.credentials.count(noon, 60)],
  ['seeds.get', (store) => store.seeds.get(refOf('acme', 'hubspot/eu'))],
  ['seeds.due', (store) => store.seeds.due(noon, 1)],
  ['seeds.claim', (store) => store.seeds.claim(refOf('acme', 'hubspot/eu'), claimRequest)],
  ['oauthClients.register', (store) => store.oauthClients.register(client('client'), keepAll)],
  ['oauthClients.find', (store) => store.oauthClients.find('client')],
  ['oauthClients.list', (store) => store.oauthClients.list({ limit: 1 })],
  ['oauthClients.remove', (store) => store.oauthClients.remove('client')],
  ['authorizationCodes.issue', (store) => store.authorizationCodes.issue(code('a'), client('client'), noon)],
  ['authorizationCodes.find', (store) => store.authorizationCodes.find(hashOf('a'), noon)],
  ['authorizationCodes.claim', (store) => store.authorizationCodes.claim(hashOf('a'), grant('a'), noon)],
  ['grants.findByFamily', (store) => store.grants.findByFamily(hashOf('a'))],
  ['grants.refresh', (store) => store.grants.refresh({ family: '', hash: '' }, tokens('a'), { now: noon, graceMs: 1 })],
  ['grants.findAccessToken', (store) => store.grants.findAccessToken(hashOf('a'))],
  ['grants.touch', (store) => store.grants.touch(grantId(1), noon)],
  ['grants.list', (store) => store.grants.list('acme', { now: noon, limit: 1 })],
  ['grants.revoke', (store) => store.grants.revoke('acme', grantId(1))],
  ['grants.revokeByCode', (store) => store.grants.revokeByCode(hashOf('a'), 'client')],
  ['grants.revokeAccessToken', (store) => store.grants.revokeAccessToken(hashOf('a'))],
  ['billing.put', (store) => store.billing.put('acme', billingOf(), noon)],
  ['billing.get', (store) => store.billing.get('acme')],
  ['suggestions.list', (store) => store.suggestions.list({ since: noon })],
  ['suggestions.resolve', (store) => store.suggestions.resolve('an id', null, noon)],
  ['suggestions.refresh', (store) => store.suggestions.refresh('rules', [], noon)],
  ['suggestions.prune', (store) => store.suggestions.prune(noon)],
  ['rollUps.state', (store) => store.rollUps.state()],
  ['rollUps.get', (store) => store.rollUps.get(['a'])],
  ['rollUps.between', (store) => store.rollUps.between('a', 'b')],
  ['rollUps.late', (store) => store.rollUps.late(noon)],
  ['rollUps.commit', (store) => store.rollUps.commit({ counted: '', version: 1, put: [], settled: [] })],
  ['rollUps.prune', (store) => store.rollUps.prune('a', 'b')],
  ['gateways.beat', (store) => store.gateways.beat({ gateway_id: 'a', host: 'h', version: '1', level: 1 }, 1000)],
  ['gateways.fleet', (store) => store.gateways.fleet()],
  ['audit.tally', (store) => store.audit.tally({})],
  ['effects.commit', (store) => store.effects.commit(commitOf({ entries: [auditEntry(noon)] }))],
  ['effects.listUnknown', (store) => store.effects.listUnknown({ limit: 1 })],
  ['tenantSecrets.get', (store) => store.tenantSecrets.get('acme')],
  ['audit.append', (store) => store.audit.append([auditEntry(noon)])],
  ['audit.query', (store) => store.audit.query({ limit: 1 })],
  ['audit.prune', (store) => store.audit.prune(noon, 1)],
  ['snapshots.put', (store) => store.snapshots.put({ name: 'health', at: isoTime(noon), value: '{}' })],
  ['snapshots.get', (store) => store.snapshots.get('health')],
  ['transfer.progress', (store) => store.transfer.progress()],
  ['transfer.setProgress', (store) => store.transfer.setProgress(null)],
  ['transfer count', (store) => store.transfer.records.tenants.count()],
  ['transfer read', (store) => store.transfer.records.audit.read({ limit: 1, after: null })],
  ['transfer write', (store) => store.transfer.records.audit.write([auditEntry(noon)])],
  ['transfer clear', (store) => store.transfer.records.credentials.clear()],
]

export const lifeCycleContract = (fresh: FreshStore): void => {
  describe('life cycle', () => {
    it('both parts answer a ping', async () => {
      const { store } = await fresh()
      await store.ping('configuration')
      await store.ping('audit')
    })

    it('all that was acknowledged is there when the store is opened again', async () => {
      const { store, reopen } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/eu'), { now: noon, prune: false })
      await store.tenantTokens.register('acme', hashOf('a token'), noon)
      await store.credentials.put(refOf('acme', 'hubspot/eu'), credential(), noon)
      await withClient(store)
      await giveGrant(store, 'a')
      await store.audit.append([auditEntry(noon)])
      await store.snapshots.put({ name: 'health', at: isoTime(noon), value: '{}' })
      const before = await everything(store)
      expect(before).toMatchObject({ tenants: [{}], tokens: [{}, {}], grants: [{}], audit: [{}], snapshot: {} })
      expect(await everything(await reopen())).toEqual(before)
    })

    it('what was removed stays removed when the store is opened again', async () => {
      const { store, reopen } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/eu'), { now: noon, prune: false })
      await store.tenantTokens.register('acme', hashOf('a token'), noon)
      await store.tenants.remove('acme')
      expect(await everything(await reopen())).toEqual({ tenants: [], tokens: [], grants: [], audit: [] })
    })

    it('after close every method rejects with UNAVAILABLE', async () => {
      const { store } = await fresh()
      await store.close()
      const outcomes = await Promise.all(
        afterClose.map(async ([name, call]) => {
          const outcome = await call(store).then(
            () => 'resolved',
            (error: unknown) => error,
          )
          return [name, outcome] as const
        }),
      )
      const refused = { name: 'GatewayError', code: 'UNAVAILABLE', message: 'The store is unavailable' }
      expect(Object.fromEntries(outcomes)).toEqual(
        Object.fromEntries(
          afterClose.map(([name]) => [name, expect.objectContaining({ ...refused, cause: expect.any(Error) })]),
        ),
      )
    })

    it('closing twice is not an error', async () => {
      const { store } = await fresh()
      await store.close()
      await store.close()
    })
  })
}
