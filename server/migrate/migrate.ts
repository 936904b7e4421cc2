import { isDeepStrictEqual } from 'node:util'
import { type RecordPage, readAll } from '@patchbay/core/rules'
import {
  type Progress,
  type RecordKey,
  type RecordKind,
  type RecordSet,
  type Records,
  recordKinds,
  type Store,
} from '@patchbay/core/store'
import type { MoveEnd } from './open-place.ts'

export type MovedCounts = Readonly<Record<RecordKind, number>>

/** Called with the number of moved records of a kind. */
export type OnProgress = (kind: RecordKind, done: number, total: number) => void

/** Its records never change, so an interrupted move continues after the last one. Other kinds are small and move again. */
const appendOnly: RecordKind = 'audit'

/**
 * Moves everything from one store into another, which is empty or holds an interrupted move from the same source. The source
 * isn't changed. Every record is read back and compared, and again at the end, in case a gateway is still running; the second
 * comparison only counts the entries of the audit log. Throws an Error for the operator, and can be run again.
 */
export const migrateStore = async (from: MoveEnd, to: MoveEnd, onProgress: OnProgress): Promise<MovedCounts> => {
  const resumed = await checkPlaces(from, to)
  for (const kind of recordKinds) {
    await moveKind(from, to, kind, { after: resumed?.kind === kind ? resumed.after : null, onProgress })
  }
  for (const kind of recordKinds) {
    if (kind !== appendOnly && !(await isMoved(from, to, kind))) throw changed(from)
  }
  const counts = await countAll(from.store)
  if (!isDeepStrictEqual(await countAll(to.store), counts)) throw changed(from)
  await to.store.transfer.setProgress(null)
  return counts
}

/** Reads how far an earlier move got. Throws an Error if the source can't be moved to this target. */
const checkPlaces = async (from: MoveEnd, to: MoveEnd): Promise<Progress | null> => {
  if (from.name === to.name) throw new Error('--from and --to are the same store')
  if (await from.store.transfer.progress())
    throw new Error(`${from.name} holds an interrupted move: complete that move first`)
  if (isEmpty(await countAll(from.store))) throw new Error(`${from.name} is empty: there is nothing to move`)
  const unfinishedMove = await to.store.transfer.progress()
  if (unfinishedMove && unfinishedMove.from !== from.name) {
    throw new Error(
      `${to.name} holds an interrupted move from ${unfinishedMove.from}: complete that move, or choose an empty target`,
    )
  }
  if (unfinishedMove) return unfinishedMove
  if (!isEmpty(await countAll(to.store))) throw new Error(`${to.name} holds data already: choose an empty target`)
  await to.store.transfer.setProgress({ from: from.name, kind: appendOnly, after: null })
  return null
}

const countAll = async (store: Store): Promise<MovedCounts> => {
  const { records } = store.transfer
  const counts = await Promise.all(recordKinds.map(async (kind) => [kind, await records[kind].count()] as const))
  return Object.fromEntries(counts) as Record<RecordKind, number>
}

const isEmpty = (counts: MovedCounts): boolean => Object.values(counts).every((count) => count === 0)

interface How {
  readonly after: RecordKey | null
  readonly onProgress: OnProgress
}

const moveKind = async (from: MoveEnd, to: MoveEnd, kind: RecordKind, { after, onProgress }: How): Promise<void> => {
  if (await copyKind(from, to, kind, { after, onProgress })) return
  if (after === null) throw changed(from)
  // Since the interruption, entries were removed from the source, or arrived with earlier ids.
  await moveKind(from, to, kind, { after: null, onProgress })
}

/** Copies the records of a kind. Returns whether source and target are equal afterwards. */
const copyKind = async <K extends RecordKind>(from: MoveEnd, to: MoveEnd, kind: K, how: How): Promise<boolean> => {
  const { after, onProgress } = how
  const target: RecordSet<Records[K]> = to.store.transfer.records[kind]
  if (after === null) await target.clear()
  const total = await from.store.transfer.records[kind].count()
  let done = await target.count()
  onProgress(kind, done, total)
  for await (const page of readAll(from.store, kind, after)) {
    await target.write(page.records)
    if (!(await holds(target, page))) return false
    if (kind === appendOnly) await to.store.transfer.setProgress({ from: from.name, kind, after: page.last })
    done += page.records.length
    onProgress(kind, Math.min(done, total), total)
  }
  return (await target.count()) === total
}

/** Tells whether the target has the current record of the source for each key. */
const isMoved = async (from: MoveEnd, to: MoveEnd, kind: RecordKind): Promise<boolean> => {
  const target: RecordSet<unknown> = to.store.transfer.records[kind]
  for await (const page of readAll(from.store, kind)) if (!(await holds(target, page))) return false
  return true
}

const holds = async <T>(target: RecordSet<T>, { records, after }: RecordPage<T>): Promise<boolean> =>
  isDeepStrictEqual(await target.read({ limit: records.length, after }), records)

const changed = ({ name }: MoveEnd): Error =>
  new Error(
    `the moved data differs from ${name}: stop any gateway that still runs on either store, then run this command again`,
  )
