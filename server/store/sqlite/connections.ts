import type { AccountRef, Change, Connections, ConnectLink } from '@patchbay/core/store'
import { credentialChange } from '../rules/credential-change.ts'
import { freshSeed } from '../rules/seed-state.ts'
import { keptLinkSeconds, withAccount } from '../rules/with-account.ts'
import { type AccountKey, accountKey } from './account-rows.ts'
import { credentialRows } from './credential-rows.ts'
import type { SqliteDatabase } from './database.ts'
import { addRevocation } from './revocation-rows.ts'
import { seedRows } from './seed-rows.ts'

/** The members by which a link is found, and the whole as JSON. */
interface LinkRow {
  readonly connect_id: string
  readonly hash: string
  readonly state_hash: string | null
  readonly tenant: string
  readonly expires_at: number
  readonly value: string
}

export const linkRecordOf = ({ value }: Pick<LinkRow, 'value'>): ConnectLink => JSON.parse(value)
export const linkRowOf = (link: ConnectLink): LinkRow => ({
  connect_id: link.connect_id,
  hash: link.hash,
  state_hash: link.attempt?.state_hash ?? null,
  tenant: link.tenant,
  expires_at: link.expires_at,
  value: JSON.stringify(link),
})

const found = (row: LinkRow | null): ConnectLink | undefined => (row ? linkRecordOf(row) : undefined)

/** The link by which an account was connected last. For use within a transaction. */
export const findConnectedBefore = (db: SqliteDatabase) => {
  const connected = db.query<LinkRow, AccountKey>(
    `SELECT value FROM connect_links WHERE tenant = ? AND json_extract(value, '$.status') = 'connected'
       AND json_extract(value, '$.provider') = ? AND json_extract(value, '$.account') = ?
     ORDER BY connect_id DESC LIMIT 1`,
  )
  return (ref: AccountRef): ConnectLink | undefined => found(connected.get(...accountKey(ref)))
}

export const sqliteConnections = (db: SqliteDatabase, announce: (change: Change) => void): Connections => {
  const by = (column: 'connect_id' | 'hash' | 'state_hash') =>
    db.query<LinkRow, [string]>(`SELECT value FROM connect_links WHERE ${column} = ?`)
  const [byId, byHash, byState] = [by('connect_id'), by('hash'), by('state_hash')]
  // The primary key is the end of every index of this table, so that neither list is sorted.
  const listWhere = (condition: string) =>
    db.query<LinkRow, [{ tenant: string | null; before: string; limit: number }]>(
      `SELECT value FROM connect_links WHERE ${condition} AND connect_id < $before ORDER BY connect_id DESC LIMIT $limit`,
    )
  const [listAll, listOfTenant] = [listWhere('$tenant IS NULL'), listWhere('tenant = $tenant')]
  const put = db.query<never, [Pick<LinkRow, keyof LinkRow>]>(
    `INSERT OR REPLACE INTO connect_links (connect_id, hash, state_hash, tenant, expires_at, value)
     VALUES ($connect_id, $hash, $state_hash, $tenant, $expires_at, $value)`,
  )
  const prune = db.query<never, [before: number]>(
    `DELETE FROM connect_links WHERE expires_at < ? AND json_extract(value, '$.status') <> 'connected'`,
  )
  const connectedBefore = findConnectedBefore(db)
  const connectedAs = db.query<LinkRow, [provider: string, identity: string]>(
    `SELECT value FROM connect_links WHERE json_extract(value, '$.status') = 'connected'
       AND json_extract(value, '$.provider') = ? AND json_extract(value, '$.identity') = ? ORDER BY connect_id`,
  )
  const providersOf = db.query<{ providers: string }, [tenant: string]>('SELECT providers FROM tenants WHERE id = ?')
  const setProviders = db.query<never, [providers: string, now: string, version: string, tenant: string]>(
    'UPDATE tenants SET providers = ?, updated_at = ?, version = ? WHERE id = ?',
  )
  const leave = addRevocation(db)
  const credentials = credentialRows(db)
  const seeds = seedRows(db)

  const isCurrent = (version: string, { connect_id }: ConnectLink): boolean =>
    found(byId.get(connect_id))?.version === version

  return {
    create: (link, now) =>
      db.write(() => {
        prune.run(now.getTime() / 1000 - keptLinkSeconds)
        if (!providersOf.get(link.tenant)) return 'TENANT_NOT_FOUND'
        put.run(linkRowOf(link))
        return 'created'
      }),
    find: (hash) => db.read(() => found(byHash.get(hash))),
    get: (connectId) => db.read(() => found(byId.get(connectId))),
    list: ({ tenant = null, before = '~', limit }) =>
      db.read(() => (tenant === null ? listAll : listOfTenant).all({ tenant, before, limit }).map(linkRecordOf)),
    connectedBefore: (ref) => db.read(() => connectedBefore(ref)),
    connectedAs: (provider, identity) => db.read(() => connectedAs.all(provider, identity).map(linkRecordOf)),
    findByState: (stateHash) => db.read(() => found(byState.get(stateHash))),
    swap: (version, next, revocation) =>
      db.write(() => {
        if (!isCurrent(version, next)) return false
        put.run(linkRowOf(next))
        if (revocation) leave(revocation)
        return true
      }),
    async complete(version, next, { account, credential, seed }, now) {
      const ref = { tenant: next.tenant, provider: next.provider, account: next.account }
      const outcome = await db.write(() => {
        if (!isCurrent(version, next)) return 'changed'
        const tenant = providersOf.get(next.tenant)
        if (!tenant) return 'TENANT_NOT_FOUND'
        const providers = withAccount(JSON.parse(tenant.providers), ref, account)
        const updated_at = now.toISOString()
        setProviders.run(JSON.stringify(providers), updated_at, crypto.randomUUID(), next.tenant)
        credentials.put({ ...ref, ...credential, version: crypto.randomUUID(), updated_at, rejected_at: null })
        if (seed) seeds.put(freshSeed(ref, seed, credential, now))
        else seeds.remove(ref)
        put.run(linkRowOf(next))
        return 'connected'
      })
      if (outcome === 'connected') {
        announce({ kind: 'tenant', tenant: next.tenant })
        announce(credentialChange(ref))
      }
      return outcome
    },
  }
}
