import type { Progress, RecordKind, RecordSet, Records, Store } from '@patchbay/core/store'
import { noTokenMembers, recordKeys, recordKinds } from '@patchbay/core/store'
import { asUnixMs, asUnixSeconds, isoTime, msOf } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import { app, link } from './accounts/connections.ts'
import { revocation } from './accounts/revocations.ts'
import { effectKey, intentBatch, unknownEffect } from './effects/samples.ts'
import { client, code, giveGrant, grantId, tokens, withClient } from './oauth/samples.ts'
import type { FreshStore } from './open-store.ts'
import {
  auditEntry,
  billingOf,
  configuration,
  credential,
  findingOf,
  hashOf,
  later,
  noon,
  refOf,
  seed,
} from './samples.ts'
import { approvalOf } from './work/approvals.ts'
import { codeRunOf } from './work/code-runs.ts'
import { standingOf } from './work/standing-approvals.ts'
import { webhookEvent } from './work/webhooks.ts'

const at = isoTime(noon)

/** Makes the n-th record of each kind; numbers are in the order of keys. */
export const sampleRecords: { readonly [K in RecordKind]: (n: number) => Records[K] } = {
  tenants: (n) => ({
    id: `tenant-${n}`,
    ...configuration('hubspot/eu', 'hubspot/us'),
    created_at: at,
    updated_at: at,
    version: `version-${n}`,
  }),
  tenantTokens: (n) => {
    const hash = hashOf(`token ${n}`)
    const members = {
      label: n % 2 ? null : 'A label',
      expires_at: n % 2 ? null : asUnixSeconds(1_800_000_000),
      calls_per_minute: n,
      allow: n % 2 ? null : ['*:read', 'hubspot:create@eu'],
      deny: n % 2 ? ['hubspot:raw'] : null,
      ask: n % 2 ? null : ['*:write'],
      approve: n % 2 ? ['hubspot:write'] : null,
    }
    const times = { created_at: at, last_used_at: n % 2 ? null : at }
    return { hash, token_id: hash.slice(0, 12), tenant_id: `tenant-${n}`, status: 'active', ...times, ...members }
  },
  tokenLinks: (n) => {
    const hash = hashOf(`link ${n}`)
    const members = { ...noTokenMembers, label: n % 2 ? null : 'A label', allow: n % 2 ? null : ['*:read'] }
    const link = { hash, link_id: hash.slice(0, 12), tenant_id: `tenant-${n}`, created_at: at }
    return { ...link, members, expires_at: asUnixSeconds(1_800_000_000) }
  },
  credentials: (n) => ({
    ...refOf('tenant-1', `hubspot/account-${n}`),
    ...credential({ expires_at: n % 2 ? null : asUnixSeconds(1_800_000_000) }),
    version: `version-${n}`,
    updated_at: at,
    rejected_at: n % 2 ? null : at,
    handover_id: n % 2 ? null : `handover-${n}`,
  }),
  seeds: (n) => ({
    ...refOf('tenant-1', `hubspot/account-${n}`),
    ...seed(),
    version: `version-${n}`,
    client_auth: n % 2 ? null : 'post',
    handover_id: n % 2 ? null : `handover-${n}`,
    status: 'active',
    updated_at: at,
    error: n % 2 ? null : 'invalid_grant',
    refused_as: n % 2 ? null : 'grant',
    refused_since: n % 2 ? null : msOf(noon),
    refreshed_at: n % 2 ? null : msOf(noon),
    failures: n,
    retry_at: n % 2 ? null : msOf(noon),
    forced_at: null,
    lease_owner: n % 2 ? null : 'owner',
    lease_until: asUnixMs(n),
    expires_at: asUnixSeconds(1_800_000_000),
    due_at: n % 2 ? null : asUnixSeconds(n),
  }),
  oauthClients: (n) => ({ ...client(`client-${n}`), created_at: at, used_at: n % 2 ? null : at }),
  authorizationCodes: (n) => code(`code ${n}`, { scope: n % 2 ? null : 'hubspot:read' }),
  grants: (n) => ({
    grant_id: grantId(n),
    tenant_id: 'tenant-1',
    client_id: 'client',
    client_name: n % 2 ? null : 'A client',
    scope: n % 2 ? null : 'hubspot:read *:write@eu',
    issuer: n % 2 ? null : 'https://idp.example',
    subject: n % 2 ? null : 'ada',
    resource: 'https://gateway.example',
    created_at: at,
    last_used_at: at,
    expires_at: asUnixSeconds(1_800_000_000),
    bearer_hash: n % 2 ? hashOf('bearer') : null,
    code_hash: hashOf(`code ${n}`),
    family: hashOf(`family ${n}`),
    generation: n,
    rotated_at: msOf(noon),
    access: ['z', 'a'].map((name) => ({
      hash: hashOf(`${name} access ${n}`),
      expires_at: asUnixSeconds(1_800_000_000 + n),
      scope: n % 2 ? null : '*:read',
    })),
    refresh: ['y', 'b'].map((name, index) => ({ hash: hashOf(`${name} refresh ${n}`), generation: n - 1 + index })),
  }),
  usedAssertions: (n) => ({ hash: hashOf(`assertion ${n}`), expires_at: asUnixSeconds(1_800_000_000 + n) }),
  snapshots: (n) => ({ name: `jobs/job-${n}`, at: at, value: `{"n":${n}}` }),
  billing: (n) => ({
    ...billingOf({ hard_limit: n % 2 === 0 }),
    tenant: `tenant-${n}`,
    updated_at: at,
    version: `version-${n}`,
  }),
  apps: (n) => ({
    ...app({ provider: `provider-${n}`, tenant: n % 2 ? '' : 'acme', scopes: n % 2 ? null : ['a', 'b'] }),
    version: `version-${n}`,
    created_at: at,
    updated_at: at,
  }),
  connections: (n) =>
    link(
      n,
      n % 2
        ? {}
        : {
            attempt: { phase: 'sent', state_hash: null, browser_hash: 'x', sealed: 'y', expires_at: asUnixSeconds(n) },
          },
    ),
  revocations: (n) => revocation(n, n % 2 ? {} : { seed: null, app: null, sealed_access_token: null, identity: null }),
  webhooks: (n) => webhookEvent(n, n % 2 ? {} : { tenant: null, failures: n, status: 'dead', error: 'answered 500' }),
  suggestions: (n) => ({
    ...findingOf({ tenant: n % 2 ? null : 'acme' }),
    id: `suggestion-${n}`,
    status: 'open',
    is_current: n % 2 === 0,
    note: null,
    created_at: at,
    resolved_at: null,
  }),
  adminKeys: (n) => {
    const hash = hashOf(`key ${n}`)
    const expires_at = n % 2 ? null : asUnixSeconds(1_800_000_000)
    const linker = n % 2 ? null : ({ tenants: [`cust-${n}`, 'shop-*'], rights: ['connect'] } as const)
    const role = linker ? 'linker' : 'operator'
    return { hash, key_id: hash.slice(0, 12), name: `Key ${n}`, role, linker, created_at: at, expires_at }
  },
  approvals: (n) => approvalOf(n, n % 2 ? {} : { state: 'done', ended_at: asUnixMs(n), entry_id: `entry-${n}` }),
  approvalTexts: (n) => ({ id: `approval-${n}`, tenant: 'acme', sealed_call: 'x', sealed_result: n % 2 ? null : 'y' }),
  standingApprovals: (n) => standingOf(n),
  ruleCounts: (n) => ({ id: `acme/tenant/rule-${n}/2026-11-28`, tenant: 'acme', ends_at: asUnixMs(n), calls: n }),
  codeRuns: (n) =>
    codeRunOf(
      n,
      n % 2 ? {} : { state: 'running', running_by: 'gateway', running_until: asUnixMs(n), grant_id: 'grant' },
    ),
  codeRunTexts: (n) => ({ id: codeRunOf(n).id, tenant: 'acme', sealed: `sealed ${n}` }),
  rollUps: (n) => ({ id: `usage/2026-11-${n}/acme`, value: '{}' }),
  tenantSecrets: (n) => ({ tenant: `tenant-${n}`, sealed: 'sealed' }),
  intents: (n) => intentBatch({ id: `batch-${n}`, sealed: n % 2 ? null : 'sealed' }),
  effectKeys: (n) => effectKey({ id: `key-${n}`, sealed_answer: n % 2 ? null : 'sealed', bytes: n % 2 ? 0 : 6 }),
  unknownEffects: (n) => unknownEffect({ id: `entry-${n}`, next_at: n % 2 ? null : asUnixMs(n) }),
  audit: (n) => auditEntry(later(n), { tenant: n % 2 ? null : 'acme', billable: n % 2 === 0 }),
}

/** The record set of a kind, without its type: the tests run over every kind. */
const setOf = (store: Store, kind: RecordKind) => store.transfer.records[kind] as RecordSet<object>

/** Two digits each, so that numbers and keys have the same order. */
const some = (kind: RecordKind, count: number): object[] =>
  Array.from({ length: count }, (_, n) => sampleRecords[kind](n + 10))

const keyOf = (kind: RecordKind, record: object | undefined) => {
  const members = record as Record<string, string>
  return recordKeys[kind].map((name) => members[name] ?? '')
}

const all = { limit: 1000, after: null }

export const transferContract = (fresh: FreshStore): void => {
  describe('transfer', () => {
    it.each(recordKinds)(
      '%s come in pages in the order of their keys, whatever order they were written in',
      async (kind) => {
        const { store } = await fresh()
        const records = some(kind, 25)
        const set = setOf(store, kind)
        await set.write(records.slice(9).toReversed())
        await set.write(records.slice(0, 9))
        expect(await set.count()).toBe(25)
        const read: object[] = []
        for (let page = 0; page < 5; page++) {
          const after = page === 0 ? null : keyOf(kind, read.at(-1))
          read.push(...(await set.read({ limit: 7, after })))
        }
        expect(read).toEqual(records)
      },
    )

    it.each(recordKinds)(
      '%s that are written again are there once, and none are left when they are cleared',
      async (kind) => {
        const { store, reopen } = await fresh()
        const set = setOf(store, kind)
        await set.write([])
        await set.write(some(kind, 3))
        await set.write(some(kind, 4))
        expect(await set.read(all)).toEqual(some(kind, 4))
        await set.clear()
        expect([await set.count(), await set.read(all)]).toEqual([0, []])
        expect(await setOf(await reopen(), kind).count()).toBe(0)
      },
    )

    it('a record takes the place of the one with its key', async () => {
      const { store } = await fresh()
      const { tenants, credentials } = store.transfer.records
      await tenants.write([sampleRecords.tenants(1)])
      await credentials.write([sampleRecords.credentials(1)])
      const renamed = { ...sampleRecords.tenants(1), name: 'Renamed' }
      const replaced = { ...sampleRecords.credentials(1), sealed: 'another', version: 'version-b' }
      await tenants.write([renamed])
      await credentials.write([replaced])
      expect(await store.tenants.get('tenant-1')).toEqual(renamed)
      expect(await store.credentials.get(refOf('tenant-1', 'hubspot/account-1'))).toEqual(replaced)
    })

    it('credentials are in the order of tenant, provider and account, each as a whole', async () => {
      const { store } = await fresh()
      const refs = [
        refOf('a', 'hubspot/z'),
        refOf('a', 'stripe/a'),
        refOf('a-b', 'hubspot/a'),
        refOf('a_', 'hubspot/a'),
        refOf('ab', 'hubspot/a'),
      ]
      const records = refs.map((ref) => ({ ...sampleRecords.credentials(1), ...ref }))
      const set = store.transfer.records.credentials
      await set.write(records.toReversed())
      expect(await set.read(all)).toEqual(records)
      expect(await set.read({ limit: 1, after: ['a-b', 'hubspot', 'a'] })).toEqual(records.slice(3, 4))
    })

    it('what a port has written is read as the port reads it', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/eu'), { now: noon, prune: false })
      await store.tenantTokens.register('acme', hashOf('a token'), noon)
      await store.credentials.put(refOf('acme', 'hubspot/eu'), credential(), noon)
      await store.audit.append([auditEntry(noon)])
      const { tenants, tenantTokens, credentials, audit } = store.transfer.records
      expect(await tenants.read(all)).toEqual([await store.tenants.get('acme')])
      expect(await tenantTokens.read(all)).toEqual(await store.tenantTokens.list('acme'))
      expect(await credentials.read(all)).toEqual([await store.credentials.get(refOf('acme', 'hubspot/eu'))])
      expect(await audit.read(all)).toEqual(await store.audit.query({ limit: 10 }))
    })

    it('clients, codes and grants are read as their ports have written them', async () => {
      const { store } = await fresh()
      await withClient(store)
      await giveGrant(store, 'a')
      await store.authorizationCodes.issue(code('pending'), client('client'), noon)
      const refreshToken = { family: hashOf('a family'), hash: hashOf('a refresh') }
      await store.grants.refresh(refreshToken, tokens('b'), { now: later(1), graceMs: 0 })
      const { oauthClients, authorizationCodes, grants } = store.transfer.records
      expect(await oauthClients.read(all)).toEqual(await store.oauthClients.list({ limit: 10 }))
      expect(await authorizationCodes.read(all)).toEqual([code('pending')])
      const [kept] = await store.grants.list('acme', { now: noon, limit: 10 })
      expect(await grants.read(all)).toEqual([
        {
          ...kept,
          bearer_hash: hashOf('bearer'),
          code_hash: hashOf('a code'),
          family: hashOf('a family'),
          generation: 1,
          rotated_at: later(1).getTime(),
          access: [tokens('a').access, tokens('b').access],
          refresh: [
            { hash: hashOf('a refresh'), generation: 0 },
            { hash: hashOf('b refresh'), generation: 1 },
          ],
        },
      ])
    })

    it('a grant that was written works, and goes on where it was', async () => {
      const { store } = await fresh()
      const { oauthClients, grants } = store.transfer.records
      await oauthClients.write([{ ...sampleRecords.oauthClients(1), client_id: 'client' }])
      await grants.write([sampleRecords.grants(1)])
      await grants.write([sampleRecords.grants(1)])
      expect(await store.grants.findAccessToken(hashOf('z access 1'))).toMatchObject({ tenant_id: 'tenant-1' })
      const current = { family: hashOf('family 1'), hash: hashOf('b refresh 1') }
      expect(await store.grants.refresh(current, tokens('new'), { now: later(1), graceMs: 0 })).toBe('refreshed')
      expect(await store.oauthClients.remove('client')).toBe(true)
      expect(await store.grants.findAccessToken(hashOf('z access 1'))).toBeUndefined()
    })

    it('what was written is found by its port', async () => {
      const { store } = await fresh()
      const { tenants, tenantTokens, credentials, audit } = store.transfer.records
      await tenants.write([sampleRecords.tenants(1)])
      await tenantTokens.write([sampleRecords.tenantTokens(1)])
      await credentials.write([sampleRecords.credentials(1)])
      await audit.write([sampleRecords.audit(1)])
      expect(await store.tenants.list({ limit: 10 })).toEqual([sampleRecords.tenants(1)])
      expect(await store.tenantTokens.find(hashOf('token 1'))).toEqual(sampleRecords.tenantTokens(1))
      expect(await store.credentials.get(refOf('tenant-1', 'hubspot/account-1'))).toEqual(sampleRecords.credentials(1))
      expect(await store.audit.query({ limit: 10 })).toEqual([sampleRecords.audit(1)])
      expect(await store.tenants.remove('tenant-1')).toBe(true)
      expect([await credentials.count(), await tenantTokens.count()]).toEqual([0, 0])
    })

    it('how far a move has come is there when the store is opened again, until it is done', async () => {
      const { store, reopen } = await fresh()
      expect(await store.transfer.progress()).toBeNull()
      await store.transfer.setProgress({ from: 'a store', kind: 'tenants', after: null })
      const progress: Progress = { from: 'a store', kind: 'credentials', after: ['acme', 'hubspot', 'eu'] }
      await store.transfer.setProgress(progress)
      const again = await reopen()
      expect(await again.transfer.progress()).toEqual(progress)
      await again.transfer.setProgress(null)
      expect(await again.transfer.progress()).toBeNull()
    })
  })
}
