import { parseExact } from '@patchbay/core/exact-json'
import { hasAccount } from '@patchbay/core/rules'
import type { AccountRef, CredentialRecord, Leaving, SeedRecord, TenantRecord, Tenants } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import { furtherReads, type ReadResults, type RecordStore } from '../../records/record-store.ts'
import type { RecordWrite } from '../../records/table.ts'
import { dropUnknownMembers, keepUnknownMembers } from '../unknown-members.ts'
import { credentialTable, readAccountRef, seedTable } from './account-tables.ts'
import { endConnections } from './connections.ts'
import { credentialChange } from './credential-change.ts'
import { leaveRevocation, readHeld } from './credentials.ts'
import { tenantTable } from './tenant-table.ts'

interface TenantSearches {
  readonly listTenants: Tenants['list']
  readonly countTenants: Tenants['total']
}

/** The tenant, and all that its accounts hold. */
const readTenant = (id: string) => ({
  current: tenantTable.at({ id }),
  credentials: credentialTable.list({ tenant: id }),
  seeds: seedTable.list({ tenant: id }),
})

/** The accounts with a credential or seed, sorted by name, without duplicates. */
const listHeldAccounts = ({
  credentials,
  seeds,
}: {
  readonly credentials: readonly CredentialRecord[]
  readonly seeds: readonly SeedRecord[]
}): readonly AccountRef[] => {
  // NUL sorts before every character of a name.
  const byName = new Map(
    [...credentials, ...seeds].map((held) => [`${held.provider}\0${held.account}`, readAccountRef(held)]),
  )
  return [...byName.keys()].sort().flatMap((name) => byName.get(name) ?? [])
}

/** The reads for revocations of these accounts; none where nothing is to be revoked. */
const readLeft = (refs: readonly AccountRef[], leaving: Leaving | undefined) => (leaving ? refs.map(readHeld) : [])

const leaveRevocations = (
  refs: readonly AccountRef[],
  holdings: readonly ReadResults<ReturnType<typeof readHeld>>[],
  leaving: Leaving | undefined,
): readonly RecordWrite[] =>
  refs.flatMap((ref, at) => {
    const held = holdings[at]
    return held ? leaveRevocation(ref, held, leaving) : []
  })

/** The configuration as a store gives it back: without members that are `undefined`. */
const asStored = (record: TenantRecord): TenantRecord => parseExact(JSON.stringify(record)) as TenantRecord

const removeAccount = (ref: AccountRef): readonly RecordWrite[] => [
  credentialTable.remove(ref),
  seedTable.remove(ref),
  endConnections(ref),
]

/**
 * `listWhole` reads a page, with members of later versions, and `total` counts: each driver sorts and searches in its own
 * way.
 */
export const createTenants = (
  store: RecordStore,
  { listTenants: listWhole, countTenants: total }: TenantSearches,
): Tenants => ({
  async get(id) {
    const record = await store.read(tenantTable.at({ id }))
    return record && dropUnknownMembers(record)
  },
  put: (id, configuration, { now, prune, isRevocable }) =>
    store.change(id, readTenant(id), ({ current, ...held }) => {
      const configured =
        typeof configuration === 'function' ? configuration(current && dropUnknownMembers(current)) : configuration
      const { name, status, providers, options } = keepUnknownMembers(configured, current)
      const dropped = listHeldAccounts(held).filter((ref) => !hasAccount(providers, ref))
      if (dropped.length > 0 && !prune) return { answer: { outcome: 'conflict', accounts: dropped } }
      const updated_at = isoTime(now)
      const created_at = current?.created_at ?? updated_at
      const members = { name, status, providers, options, created_at, updated_at, version: crypto.randomUUID() }
      const leaving = isRevocable && { now, isRevocable }
      return furtherReads(readLeft(dropped, leaving), (holdings) => ({
        answer: {
          outcome: current ? 'replaced' : 'created',
          record: dropUnknownMembers(asStored({ id, ...members })),
        },
        writes: [
          ...leaveRevocations(dropped, holdings, leaving),
          ...dropped.flatMap(removeAccount),
          // A record that is there is changed in its place: rows of the embedded store refer to it.
          current ? tenantTable.update({ id }, members) : tenantTable.put({ id, ...members }),
        ],
        changes: [...dropped.map(credentialChange), { kind: 'tenant', tenant: id }],
      }))
    }),
  list: async (page) => (await listWhole(page)).map(dropUnknownMembers),
  total,
  remove: (id, check, leaving) =>
    store.change(id, readTenant(id), ({ current, ...held }) => {
      if (!current) return { answer: false }
      check?.(dropUnknownMembers(current))
      const refs = listHeldAccounts(held)
      return furtherReads(readLeft(refs, leaving), (holdings) => ({
        answer: true,
        writes: leaveRevocations(refs, holdings, leaving),
        forgets: id,
        changes: [{ kind: 'tenant', tenant: id, isRemoved: true }],
      }))
    }),
})
