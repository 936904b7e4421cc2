import type { AuditEntry, Effects, EffectsCommit, KeyClaim, KeyEnd, LostClaim } from '@patchbay/core/store'
import type { UnixMs } from '@patchbay/core/time'
import { chooseOldestAnswers, mostGivenUp } from '../../rules/effects/choose-oldest-answers.ts'
import { createClosedBatches } from '../../rules/effects/closed-batches.ts'
import { isTaken, onlyLooks } from '../../rules/effects/decide-claim.ts'
import { effectKeyTable, intentTable, unknownEffectTable } from '../../rules/effects/effect-tables.ts'
import { createUnknownEffects, readBatches, readRunningKeys } from '../../rules/effects/unknown-effects.ts'
import type { SqliteAudit } from '../audit/log.ts'
import type { SqliteDatabase } from '../engine/database.ts'
import { createTables, type SqliteTables } from '../engine/tables.ts'

interface EffectsParts {
  /** The audit part. */
  readonly db: SqliteDatabase
  readonly audit: Pick<SqliteAudit, 'add' | 'added' | 'query'>
  /** The gateways that are alive. */
  readonly alive: () => Promise<ReadonlySet<string>>
}

export interface SqliteEffects extends Effects {
  /** Removes what is kept of a tenant; its audit entries stay. */
  forgetTenant(tenant: string): Promise<void>
  /** Call this before the database is closed. */
  close(): Promise<void>
}

/** Decides claims one after the other, within a transaction. */
const decideClaims = (tables: SqliteTables, claims: readonly KeyClaim[], now: UnixMs): readonly LostClaim[] =>
  claims.flatMap((claim) => {
    const { key } = claim
    const holder = tables.read(effectKeyTable.at(key))
    if (isTaken(claim, holder, now)) return { entry_id: key.entry_id, holder }
    if (!onlyLooks(claim)) tables.write(effectKeyTable.put(key))
    return []
  })

const endKey = (tables: SqliteTables, { id, entry_id, state, sealed_answer, bytes }: KeyEnd): void => {
  const held = { id, entry_id }
  tables.write(
    state === 'free' ? effectKeyTable.remove(held) : effectKeyTable.update(held, { state, sealed_answer, bytes }),
  )
}

export const sqliteEffects = ({ db, audit, alive }: EffectsParts): SqliteEffects => {
  const tables = createTables(db)
  const distinctGateways = db.query<{ gateway_id: string }, []>(
    "SELECT gateway_id FROM intents UNION SELECT gateway_id FROM effect_keys WHERE state = 'running'",
  )
  const forget = db.query<never, [now: number, limit: number]>(
    'DELETE FROM effect_keys WHERE id IN (SELECT id FROM effect_keys WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
  )
  const countUnknown = db.query<{ count: number }, []>('SELECT count(*) AS count FROM unknown_effects')
  const answerBytes = db.query<{ bytes: number | null }, [tenant: string]>(
    'SELECT sum(bytes) AS bytes FROM effect_keys WHERE tenant = ? AND bytes > 0',
  )
  const oldestAnswers = db.query<{ id: string; bytes: number }, [tenant: string, limit: number]>(
    'SELECT id, bytes FROM effect_keys WHERE tenant = ? AND bytes > 0 ORDER BY expires_at LIMIT ?',
  )

  const closed = createClosedBatches((ids) =>
    db.write(() => {
      for (const id of ids) tables.write(intentTable.remove({ id }))
    }, 0),
  )

  const apply = (commit: EffectsCommit): readonly LostClaim[] => {
    const { entries, again, intents, claims, ends, unknown, resolved, now } = commit
    audit.add(entries, again)
    if (intents) tables.write(intentTable.put(intents))
    for (const effect of unknown) tables.write(unknownEffectTable.put(effect))
    for (const id of resolved) tables.write(unknownEffectTable.remove({ id }))
    for (const end of ends) endKey(tables, end)
    return decideClaims(tables, claims, now)
  }

  return {
    ...createUnknownEffects({
      read: (read) => db.read(() => tables.read(read)),
      write: (write) => db.write(() => tables.write(write)),
    }),
    async commit(commit) {
      const { entries, intents } = commit
      const lost = await db.write(() => apply(commit), entries.length + (intents?.count ?? 0))
      audit.added(entries.length)
      closed.add(commit.closed)
      return lost
    },
    async deadGateways() {
      const living = await alive()
      const rows = await db.read(() => distinctGateways.all())
      return rows.map(({ gateway_id }) => gateway_id).filter((id) => !living.has(id))
    },
    orphans: (gateway_id, limit) =>
      db.read(() => ({
        batches: closed.leaveOut(tables.read(readBatches(gateway_id, closed.widen(limit))), limit),
        keys: tables.read(readRunningKeys(gateway_id, limit)),
      })),
    async entries(ids) {
      const entries: AuditEntry[] = []
      for (const id of ids) entries.push(...(await audit.query({ id, limit: 1 })))
      return entries
    },
    keys: (ids) => db.read(() => ids.flatMap((id) => tables.read(effectKeyTable.at({ id })) ?? [])),
    countUnknown: () => db.read(() => countUnknown.get()?.count ?? 0),
    forgetKeys: (now, limit) => db.write(() => forget.run(now, limit).changes),
    async trimAnswers(tenant, mostBytes) {
      let excess = (await db.read(() => answerBytes.get(tenant)?.bytes ?? 0)) - mostBytes
      while (excess > 0) {
        const freedBytes = await db.write(() => {
          const oldest = chooseOldestAnswers(oldestAnswers.all(tenant, mostGivenUp), excess)
          for (const id of oldest.ids) tables.write(effectKeyTable.update({ id }, { sealed_answer: null, bytes: 0 }))
          return oldest.bytes
        })
        // Others have removed them meanwhile.
        if (freedBytes === 0) return
        excess -= freedBytes
      }
    },
    forgetTenant: (tenant) =>
      db.write(() => {
        tables.write(effectKeyTable.remove({ tenant }))
        tables.write(unknownEffectTable.remove({ tenant }))
      }),
    close: closed.close,
  }
}
