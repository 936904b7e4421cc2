import { isDeepStrictEqual } from 'node:util'
import {
  type Progress,
  type RecordKey,
  type RecordKind,
  type RecordSet,
  type Records,
  recordKinds,
  type Store,
} from '@patchbay/core/store'
import { type Page, readAll } from '../store/rules/read-all.ts'
import type { Place } from './open-place.ts'

export type Counts = Readonly<Record<RecordKind, number>>

/** Called with how many records of a kind are moved. */
export type OnProgress = (kind: RecordKind, done: number, total: number) => void

/** Its records never change, so a stopped move continues where it was. Records of other kinds are few, and move again. */
const appendOnly: RecordKind = 'audit'

/**
 * Moves everything from one store into another, which is empty or holds a stopped move from the same source. The source
 * stays as it is. Every record is read back and compared, and once more at the end, as a gateway may still be running; of
 * the audit log only the number is compared then. Throws Error for the operator, and can be run again.
 */
export const migrate = async (from: Place, to: Place, onProgress: OnProgress): Promise<Counts> => {
  const begun = await checkPlaces(from, to)
  for (const kind of recordKinds) {
    await moveKind(from, to, kind, { after: begun?.kind === kind ? begun.after : null, onProgress })
  }
  for (const kind of recordKinds) {
    if (kind !== appendOnly && !(await isMoved(from, to, kind))) throw changed(from)
  }
  const counts = await countAll(from.store)
  if (!isDeepStrictEqual(await countAll(to.store), counts)) throw changed(from)
  await to.store.transfer.setProgress(null)
  return counts
}

/** How far an earlier move came. Throws Error when the places don't fit together. */
const checkPlaces = async (from: Place, to: Place): Promise<Progress | null> => {
  if (from.name === to.name) throw new Error('--from and --to are the same store')
  if (await from.store.transfer.progress())
    throw new Error(`${from.name} holds a move that was stopped: complete that one first`)
  if (isEmpty(await countAll(from.store))) throw new Error(`${from.name} is empty: there is nothing to move`)
  const begun = await to.store.transfer.progress()
  if (begun && begun.from !== from.name) {
    throw new Error(
      `${to.name} holds a move from ${begun.from} that was stopped: complete that one, or take an empty target`,
    )
  }
  if (begun) return begun
  if (!isEmpty(await countAll(to.store))) throw new Error(`${to.name} holds data already: the target must be empty`)
  await to.store.transfer.setProgress({ from: from.name, kind: appendOnly, after: null })
  return null
}

const countAll = async (store: Store): Promise<Counts> => {
  const { records } = store.transfer
  const counts = await Promise.all(recordKinds.map(async (kind) => [kind, await records[kind].count()] as const))
  return Object.fromEntries(counts) as Record<RecordKind, number>
}

const isEmpty = (counts: Counts): boolean => Object.values(counts).every((count) => count === 0)

interface How {
  readonly after: RecordKey | null
  readonly onProgress: OnProgress
}

const moveKind = async (from: Place, to: Place, kind: RecordKind, { after, onProgress }: How): Promise<void> => {
  if (await copyKind(from, to, kind, { after, onProgress })) return
  if (after === null) throw changed(from)
  // Since the stop, entries were removed from the source, or came with earlier ids.
  await moveKind(from, to, kind, { after: null, onProgress })
}

/** Copies a kind's records. Returns whether the target then has what the source has. */
const copyKind = async <K extends RecordKind>(from: Place, to: Place, kind: K, how: How): Promise<boolean> => {
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

/** Whether the target has each record as the source has it now. */
const isMoved = async (from: Place, to: Place, kind: RecordKind): Promise<boolean> => {
  const target: RecordSet<unknown> = to.store.transfer.records[kind]
  for await (const page of readAll(from.store, kind)) if (!(await holds(target, page))) return false
  return true
}

const holds = async <T>(target: RecordSet<T>, { records, after }: Page<T>): Promise<boolean> =>
  isDeepStrictEqual(await target.read({ limit: records.length, after }), records)

const changed = ({ name }: Place): Error =>
  new Error(
    `what was moved differs from ${name}: is a gateway still running on either store? Stop it, and run this again`,
  )
