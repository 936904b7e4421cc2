import { type EntrySearch, searchedMembers, severalOf } from '@patchbay/core/store'

interface Conditions {
  readonly sql: string
  readonly values: Readonly<Record<string, string | number>>
}

/** The conditions of a search as SQL: it is true where `matchesSearch` is. LIKE compares the letters of ASCII without their case. */
export const buildSearchConditions = (search: EntrySearch): Conditions => {
  const values: Record<string, string | number> = {}
  const bind = (value: string | number): string => {
    const name = `search${Object.keys(values).length}`
    values[name] = value
    return `$${name}`
  }
  const contains = (column: string, text: string): string =>
    `${column} LIKE ${bind(`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)} ESCAPE '\\'`
  const isOneOf = (column: string, list: readonly string[]): string => `${column} IN (${list.map(bind).join(', ')})`
  const any = (parts: readonly string[]): string => (parts.length === 0 ? 'FALSE' : `(${parts.join(' OR ')})`)

  const build = (wanted: EntrySearch): readonly string[] => {
    const { anyOf = {}, labelled, providers, statuses, overMs, reasons = [], words = [], none = [] } = wanted
    return [
      ...severalOf.flatMap((member) => (anyOf[member] === undefined ? [] : [isOneOf(`"${member}"`, anyOf[member])])),
      ...(labelled === undefined ? [] : [isOneOf('token_id', labelled)]),
      ...(providers === undefined
        ? []
        : [any(providers.map((id) => `(key = ${bind(id)} OR key >= ${bind(`${id}/`)} AND key < ${bind(`${id}0`)})`))]),
      ...(statuses === undefined
        ? []
        : [any(statuses.map(([least, most]) => `status BETWEEN ${bind(least)} AND ${bind(most)}`))]),
      ...(overMs === undefined ? [] : [`duration_ms > ${bind(overMs)}`]),
      ...reasons.map((text) => contains('reason', text)),
      ...words.map(({ text, tenants, tokens }) =>
        any([
          ...searchedMembers.map((member) => contains(`"${member}"`, text)),
          ...(tenants.length > 0 ? [isOneOf('tenant', tenants)] : []),
          ...(tokens.length > 0 ? [isOneOf('token_id', tokens)] : []),
        ]),
      ),
      // A comparison with a member that an entry lacks is neither true nor false.
      ...none.map((unwanted) => `(${build(unwanted).join(' AND ')}) IS NOT TRUE`),
    ]
  }
  return {
    sql: build(search)
      .map((part) => `AND ${part}`)
      .join(' '),
    values,
  }
}
