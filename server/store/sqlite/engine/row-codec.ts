import { parseExact } from '@patchbay/core/exact-json'
import type { RecordMember, TableDefinition } from '../../records/table.ts'

export type RowValue = string | number | null
export type Row = Readonly<Record<string, RowValue>>

const encoders = {
  json: (value: unknown) => JSON.stringify(value),
  flag: (value: unknown) => (value ? 1 : 0),
}
const decoders = {
  json: parseExact as (value: unknown) => unknown,
  flag: (value: unknown) => value === 1,
}

const valueAt = (record: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], record)

/** The conversion of records to rows and back. */
export interface RowCodec<T> {
  /** Some members, as their columns hold them. */
  encodeMembers(members: object): Row
  /** The expression that finds a member, by the member's path. */
  buildExpression(path: string): string
  encode(record: T): Row
  decode(row: Row): T
}

export const createRowCodec = <T extends object, K extends RecordMember<T>>({
  columns = {},
  columnsBesideJson,
  key,
}: TableDefinition<T, K>): RowCodec<T> => {
  const special = Object.entries<keyof typeof encoders | undefined>(columns)
  const convert = (from: object, by: typeof encoders | typeof decoders): object => {
    if (special.length === 0) return from
    const converted: Record<string, unknown> = { ...from }
    for (const [member, kind] of special) {
      const isUnset = kind === 'json' && converted[member] === null
      if (kind && member in from && !isUnset) converted[member] = by[kind](converted[member])
    }
    return converted
  }
  const encodeMembers = (members: object): Row => convert(members, encoders) as Row
  if (!columnsBesideJson) {
    const decode = (row: Row): T => convert(row, decoders) as T
    return { encodeMembers, buildExpression: (path) => path, encode: encodeMembers, decode }
  }
  const columnAt = new Map<string, string>(key.map((member) => [member, member]))
  for (const [column, path] of Object.entries(columnsBesideJson)) columnAt.set(path, column)
  return {
    encodeMembers,
    buildExpression: (path) => columnAt.get(path) ?? `json_extract(value, '$.${path}')`,
    encode: (record) => {
      const members = key.map((member) => [member, record[member]])
      const others = Object.entries(columnsBesideJson).map(([column, path]) => [column, valueAt(record, path) ?? null])
      return { ...Object.fromEntries([...members, ...others]), value: JSON.stringify(record) }
    },
    decode: ({ value }) => JSON.parse(String(value)),
  }
}
