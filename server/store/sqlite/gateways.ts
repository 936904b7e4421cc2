import type { Database } from 'bun:sqlite'
import { lowestSnapshot, readLowest } from '@patchbay/core/rules'
import { type Fleet, type GatewayRecord, type GatewayRef, type Gateways, lowestLevel } from '@patchbay/core/store'
import { currentMs, isoTime, shiftTime, type UnixMs } from '@patchbay/core/time'
import type { SqliteDatabase } from './engine/database.ts'

const findLowest = 'SELECT value FROM snapshots WHERE name = ?'

/** The lowest level that a gateway on the store may have. A store of the first steps has no snapshots, and a new one no tables. */
export const findLowestLevel = (db: Database): number => {
  const hasSnapshots = db.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'snapshots'").get()
  return hasSnapshots ? readLowest(db.query<{ value: string }, [name: string]>(findLowest).get(lowestLevel)) : 0
}

/**
 * The store belongs to one process, so who uses it is in memory. Only the lowest level is stored, once: a beat writes nothing.
 */
export const sqliteGateways = (db: SqliteDatabase): Gateways => {
  const alive = new Map<string, { readonly record: GatewayRecord; readonly until: UnixMs }>()
  const find = db.query<{ value: string }, [name: string]>(findLowest)
  const put = db.query<never, [name: string, at: string, value: string]>(
    'INSERT OR REPLACE INTO snapshots (name, at, value) VALUES (?, ?, ?)',
  )

  const look = (): Fleet => {
    for (const [id, { until }] of alive) if (until <= currentMs()) alive.delete(id)
    const gateways = [...alive.values()].map(({ record }) => record)
    return { lowest: readLowest(find.get(lowestLevel)), gateways }
  }
  const admit = (gateway: GatewayRef, leaseMs: number): void => {
    const now = currentMs()
    const beat_at = isoTime(now)
    const started_at = alive.get(gateway.gateway_id)?.record.started_at ?? beat_at
    alive.set(gateway.gateway_id, { record: { ...gateway, started_at, beat_at }, until: shiftTime(now, leaseMs) })
  }

  return {
    isShared: false,
    async beat(gateway, leaseMs) {
      const { lowest } = await db.read(look)
      if (gateway.level >= lowest) admit(gateway, leaseMs)
      const { gateways } = await db.read(look)
      const raised = Math.max(lowest, Math.min(...gateways.map(({ level }) => level)))
      if (gateways.length === 0 || raised === lowest) return { lowest, gateways }
      const { name, at, value } = lowestSnapshot(raised, new Date())
      await db.write(() => {
        put.run(name, at, value)
      })
      return { lowest: raised, gateways }
    },
    leave: async (gatewayId) => {
      await db.read(() => alive.delete(gatewayId))
    },
    fleet: () => db.read(look),
    // No other process has had the store open.
    endDead: async () => undefined,
  }
}
