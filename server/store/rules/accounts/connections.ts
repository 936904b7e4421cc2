import { draftTenant } from '@patchbay/core/rules'
import {
  type AccountRef,
  type Connections,
  type ConnectLink,
  mostCounted,
  type SeenAccount,
  toListTotal,
} from '@patchbay/core/store'
import { exactSecondsOf, isoTime, shiftTime } from '@patchbay/core/time'
import { atLeast, atMost, lessThan, notEqual, oneOfValues } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import type { RecordRead, RecordWrite } from '../../records/table.ts'
import { credentialTable, readAccountRef, seedTable } from './account-tables.ts'
import { credentialChange } from './credential-change.ts'
import { linkTable, newestLinkFirst, oldestLinkFirst } from './link-table.ts'
import { pruneLinks } from './prune-links.ts'
import { revocationTable } from './revocations.ts'
import { freshSeed } from './seed-state.ts'
import { tenantTable } from './tenant-table.ts'
import { holdingPhases, linkRetentionSeconds, oldestLinkWithTry, withAccount } from './with-account.ts'

/** The newest link that connected an account. */
export const findConnectedBefore = (ref: AccountRef): RecordRead<ConnectLink | undefined> =>
  linkTable.first({ ...readAccountRef(ref), status: 'connected' }, newestLinkFirst)

/** Marks the newest link that connected an account when another person's credential or seed is stored. */
export const forgetIdentity = (link: ConnectLink | undefined): readonly RecordWrite[] =>
  link && !link.replaced ? [linkTable.put({ ...link, replaced: true, version: crypto.randomUUID() })] : []

/** Marks the links that connected an account when its credential is removed. */
export const endConnections = (ref: AccountRef): RecordWrite =>
  linkTable.update({ ...readAccountRef(ref), status: 'connected' }, { disconnected: true })

const removeUnused = (now: Date): RecordWrite =>
  linkTable.remove({
    expires_at: lessThan(shiftTime(exactSecondsOf(now), -linkRetentionSeconds)),
    status: notEqual('connected'),
  })

/** True if the records of an account still have the versions that somebody saw. */
const isAsSeen = (seen: SeenAccount, versions: { readonly [Name in keyof SeenAccount]: string | undefined }): boolean =>
  versions.tenant === seen.tenant &&
  versions.credential === seen.credential &&
  versions.seed === seen.seed &&
  versions.link === seen.link

export const createConnections = (store: RecordStore): Connections => ({
  create: (link, now) =>
    store.change(link.tenant, { tenant: tenantTable.at({ id: link.tenant }) }, ({ tenant }) => {
      const old = removeUnused(now)
      if (!tenant && !link.create_tenant) return { answer: 'TENANT_NOT_FOUND', writes: [old] }
      if (tenant && link.create_tenant) return { answer: 'TENANT_EXISTS', writes: [old] }
      return { answer: 'created', writes: [old, linkTable.put(link)] }
    }),
  find: (hash) => store.read(linkTable.first({ hash })),
  get: (connect_id) => store.read(linkTable.at({ connect_id })),
  list: ({ tenant, made_by, before, limit }) => {
    const filter = {
      ...(tenant !== undefined && { tenant }),
      ...(made_by !== undefined && { made_by }),
      ...(before !== undefined && { connect_id: lessThan(before) }),
    }
    return store.read(linkTable.list(filter, { ...newestLinkFirst, limit }))
  },
  total: async ({ tenant, made_by }) => {
    const filter = { ...(tenant !== undefined && { tenant }), ...(made_by !== undefined && { made_by }) }
    return toListTotal(await store.count(linkTable.list(filter, { limit: mostCounted + 1 })))
  },
  connectedBefore: (ref) => store.read(findConnectedBefore(ref)),
  connectedAs: (provider, identity) =>
    store.read(linkTable.list({ provider, identity, status: 'connected' }, oldestLinkFirst)),
  prune: (tenant, before, now) => pruneLinks(store, tenant, before, now),
  pruneUnused: (now) => store.write(removeUnused(now)),
  findByState: (stateHash) => store.read(linkTable.first({ 'attempt.state_hash': stateHash })),
  abandoned: (now) => {
    const filter = {
      connect_id: atLeast(oldestLinkWithTry(now)),
      'attempt.phase': oneOfValues(holdingPhases),
      'attempt.expires_at': atMost(exactSecondsOf(now)),
    }
    return store.read(linkTable.list(filter, { ...oldestLinkFirst, limit: 100 }))
  },
  swap: (version, next, revocation) =>
    store.change(next.tenant, { link: linkTable.at(next) }, ({ link }) => {
      if (link?.version !== version) return { answer: false }
      const left = revocation ? [revocationTable.put(revocation)] : []
      return { answer: true, writes: [linkTable.put(next), ...left] }
    }),
  complete: (version, next, { account, credential, seed }, now, seen) => {
    const ref = readAccountRef(next)
    const reads = {
      link: linkTable.at(next),
      tenant: tenantTable.at({ id: next.tenant }),
      held: credentialTable.at(ref),
      heldSeed: seedTable.at(ref),
      before: findConnectedBefore(ref),
    }
    return store.change(next.tenant, reads, ({ link, tenant, held, heldSeed, before }) => {
      if (link?.version !== version) return { answer: 'changed' }
      if (!tenant && !next.create_tenant) return { answer: 'TENANT_NOT_FOUND' }
      // A link connects once, so nothing that it has made can be there.
      if (tenant && next.create_tenant) return { answer: 'TENANT_EXISTS' }
      const versions = {
        tenant: tenant?.version,
        credential: held?.version,
        seed: heldSeed?.version,
        link: before?.version,
      }
      if (seen && !isAsSeen(seen, versions)) return { answer: 'changed' }
      const updated_at = isoTime(now)
      const providers = withAccount(tenant?.providers ?? {}, ref, account)
      const handover_id = next.connect_id
      const stored = { ...ref, ...credential, version: crypto.randomUUID(), updated_at, rejected_at: null, handover_id }
      return {
        answer: 'connected',
        writes: [
          tenant
            ? tenantTable.update({ id: tenant.id }, { providers, updated_at, version: crypto.randomUUID() })
            : tenantTable.put({ ...draftTenant(next, now), providers }),
          credentialTable.put(stored),
          seed ? seedTable.put(freshSeed(ref, seed, credential, handover_id, now)) : seedTable.remove(ref),
          linkTable.put(next),
        ],
        changes: [{ kind: 'tenant', tenant: next.tenant }, credentialChange(ref)],
      }
    })
  },
})
