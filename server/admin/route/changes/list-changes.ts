import { pointerToken } from '@patchbay/core/schema'
import type { EntryChange } from '@patchbay/core/store'
import { boundChanges } from './bound-changes.ts'

/** The record that a request changed, as answers show it, before and after; left out: there was, or is, none. */
export interface RecordChange {
  readonly from?: object | undefined
  readonly to?: object | undefined
}

/** A secret of a record. The audit log only says that there is one, and whether it is another than before. */
export class SecretMember {
  readonly #sealed: string
  constructor(sealed: string) {
    this.#sealed = sealed
  }
  equals(other: SecretMember): boolean {
    return this.#sealed === other.#sealed
  }
}

/** `sealed`: the stored form, which is another after each change; `null`: there is no secret. */
export const secretMember = (sealed: string | null | undefined): SecretMember | null =>
  sealed === null || sealed === undefined ? null : new SecretMember(sealed)

const masked = '(secret)'

/** The second lock: members with such a name are masked in whatever record they are. */
const secretName = /(^|_)(password|passphrase|secret|token|credential|api_?key|private_?key|assertion|authorization)$/i

/** Members that the gateway counts up by itself. */
const bookkeeping: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'version', 'last_used_at', 'used_at'])

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof SecretMember)

/** `constructor` is a legal id. */
const readOwn = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined

const isAlike = (one: unknown, other: unknown): boolean => {
  if (one instanceof SecretMember && other instanceof SecretMember) return one.equals(other)
  return Bun.deepEquals(one, other)
}

const maskValue = (value: unknown, name: string): unknown =>
  value instanceof SecretMember || (secretName.test(name) && typeof value === 'string') ? masked : maskInside(value)

const maskInside = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(maskInside)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskValue(member, name)]))
}

const buildChange = (path: string, name: string, from: unknown, to: unknown): EntryChange => ({
  path,
  ...(!isAbsent(from) && { from: maskValue(from, name) }),
  ...(!isAbsent(to) && { to: maskValue(to, name) }),
})

/** The members of a list by their ids, if each has one of its own. */
const keyById = (list: readonly unknown[]): Readonly<Record<string, unknown>> | undefined => {
  const entries = list.flatMap((member) =>
    isRecord(member) && typeof member.id === 'string' ? [[member.id, member] as const] : [],
  )
  const keyed = Object.fromEntries(entries)
  return Object.keys(keyed).length === list.length ? keyed : undefined
}

/** The members that only the first list has, by their index. */
const findMissing = (list: readonly unknown[], other: readonly unknown[]): ReadonlyMap<number, unknown> => {
  const rest = [...other]
  const missing = new Map<number, unknown>()
  for (const [index, member] of list.entries()) {
    const at = rest.findIndex((each) => isAlike(each, member))
    if (at < 0) missing.set(index, member)
    else rest.splice(at, 1)
  }
  return missing
}

function* changesOfLists(path: string, from: readonly unknown[], to: readonly unknown[]): Generator<EntryChange> {
  const [before, after] = [keyById(from), keyById(to)]
  if (before && after && from.length + to.length > 0) {
    yield* changesOfRecords(path, before, after)
    return
  }
  const [removed, added] = [findMissing(from, to), findMissing(to, from)]
  for (const index of [...new Set([...removed.keys(), ...added.keys()])].toSorted((one, other) => one - other))
    yield buildChange(`${path}/${index}`, '', removed.get(index), added.get(index))
  if (removed.size + added.size === 0) yield buildChange(path, '', from, to)
}

function* changesOfRecords(
  path: string,
  from: Readonly<Record<string, unknown>>,
  to: Readonly<Record<string, unknown>>,
): Generator<EntryChange> {
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    if (path === '' && bookkeeping.has(name)) continue
    yield* changesOfValues(`${path}/${pointerToken(name)}`, name, readOwn(from, name), readOwn(to, name))
  }
}

function* changesOfValues(path: string, name: string, from: unknown, to: unknown): Generator<EntryChange> {
  if (isAlike(from, to) || (isAbsent(from) && isAbsent(to))) return
  if (Array.isArray(from) && Array.isArray(to)) {
    yield* changesOfLists(path, from, to)
    return
  }
  const list = [from, to].find(Array.isArray)
  // An account is its own change even if it is the first or the last one.
  if (list && list.length > 0 && keyById(list)) {
    yield* changesOfLists(path, Array.isArray(from) ? from : [], Array.isArray(to) ? to : [])
    return
  }
  const [before, after] = [isAbsent(from) ? {} : from, isAbsent(to) ? {} : to]
  if (isRecord(before) && isRecord(after)) yield* changesOfRecords(path, before, after)
  else yield buildChange(path, name, from, to)
}

/** The members with other values, by their paths: lists by member, secrets masked, bounded. `null`: there are none. */
export const listChanges = ({ from = {}, to = {} }: RecordChange): readonly EntryChange[] | null => {
  const changes = [...changesOfRecords('', { ...from }, { ...to })]
  return changes.length === 0 ? null : boundChanges(changes)
}
