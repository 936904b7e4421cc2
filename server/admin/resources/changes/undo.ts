import { parsePointer } from '@patchbay/core/schema'
import type { EntryChange } from '@patchbay/core/store'

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** Thrown within `revert` where the record has changed since, or the entry doesn't hold the value. */
class NotRevertible extends Error {}

/** An account that came or went: a credential goes with it. */
const isAccount = /^\/providers\/[^/]+\/accounts\/[^/]+\/id$/

const isHeld = (value: unknown): boolean => {
  const text = JSON.stringify(value) ?? ''
  return !text.includes('"(secret)"') && !text.includes('"(cut: ')
}

const revertList = (list: readonly unknown[], { from, to }: EntryChange): readonly unknown[] => {
  const index = list.findIndex((member) => Bun.deepEquals(member, to))
  if (to !== undefined && index < 0) throw new NotRevertible()
  const put = from === undefined ? [] : [from]
  return to === undefined ? [...list, ...put] : list.toSpliced(index, 1, ...put)
}

const revertMember = (value: unknown, change: EntryChange, names: readonly string[]): unknown => {
  const [name, ...rest] = names
  if (name === undefined) {
    if (isAbsent(value) ? !isAbsent(change.to) : !Bun.deepEquals(value, change.to)) throw new NotRevertible()
    return change.from
  }
  if (Array.isArray(value)) {
    if (rest.length === 0 && /^\d+$/.test(name)) return revertList(value, change)
    const index = value.findIndex((member) => isMembers(member) && member.id === name)
    if (index < 0) throw new NotRevertible()
    return value.toSpliced(index, 1, revertMember(value[index], change, rest))
  }
  if (!isAbsent(value) && !isMembers(value)) throw new NotRevertible()
  const members = new Map(Object.entries(isMembers(value) ? value : {}))
  const reverted = revertMember(members.get(name), change, rest)
  if (reverted === undefined) members.delete(name)
  else members.set(name, reverted)
  return Object.fromEntries(members)
}

/** The merge patch that makes one value of another: lists are replaced as a whole. */
const buildPatch = (from: Members, to: Members): Members => {
  const [before, after] = [new Map(Object.entries(from)), new Map(Object.entries(to))]
  const names = new Set([...before.keys(), ...after.keys()])
  const changed = [...names].filter((name) => !Bun.deepEquals(before.get(name), after.get(name)))
  return Object.fromEntries(
    changed.map((name) => {
      const [old, next] = [before.get(name), after.get(name)]
      return [name, isMembers(old) && isMembers(next) ? buildPatch(old, next) : (next ?? null)]
    }),
  )
}

/**
 * The merge patch that puts a record's changes back. `undefined`: a member has changed again since, or its value isn't in the log.
 */
export const buildUndo = (record: object, changes: readonly EntryChange[]): Members | undefined => {
  if (changes.some(({ path, from, to }) => path === '' || isAccount.test(path) || !isHeld(from) || !isHeld(to)))
    return undefined
  const current: Members = { ...record }
  try {
    const reverted = changes.reduce<unknown>(
      (value, change) => revertMember(value, change, parsePointer(change.path as `/${string}`)),
      current,
    )
    return isMembers(reverted) ? buildPatch(current, reverted) : undefined
  } catch (error) {
    if (error instanceof NotRevertible) return undefined
    throw error
  }
}
