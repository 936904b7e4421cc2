import { lowestLevel, type SnapshotRecord } from '../store/index.ts'
import { isoTime } from '../time.ts'

/** The lowest level that a gateway on the store may have: 0 until one that knows levels was there. */
export const readLowest = (snapshot: Pick<SnapshotRecord, 'value'> | null | undefined): number =>
  snapshot ? Number(JSON.parse(snapshot.value)) : 0

export const lowestSnapshot = (lowest: number, now: Date): SnapshotRecord => ({
  name: lowestLevel,
  at: isoTime(now),
  value: JSON.stringify(lowest),
})

/** An Error for the operator of a gateway that may not use the store. */
export const gatewayTooOld = (where: string, lowest: number, level: number): Error =>
  new Error(
    `${where} was used by a newer Patchbay, and holds what this version would lose or not obey (it needs level ${lowest}; this one ` +
      `has ${level}): start the newer version, or restore a backup made before the upgrade (docs/upgrading-and-backup.md)`,
  )
