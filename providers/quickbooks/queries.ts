import { flag, integer, Type, text } from '@patchbay/core/provider'
import { day, minorVersion } from './parameters.ts'

/** A text within a query: https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/data-queries */
const quoted = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export const common = {
  where: text(2000, "A further condition, e.g. MetaData.LastUpdatedTime > '2026-01-31'"),
  order_by: text(200, 'e.g. TxnDate DESC'),
  start_position: integer('Number of the first one, from 1', { max: 1_000_000 }),
  max_results: integer('How many; left out: 100', { max: 1000 }),
}

interface Wanted {
  readonly where?: string
  readonly order_by?: string
  readonly start_position?: number
  readonly max_results?: number
}

/** A query of one kind of object, which replaces the parameters that it is made of. */
export const toQuery = (kind: string, params: Wanted, conditions: readonly (string | undefined)[]) => {
  const { where, order_by, start_position, max_results = 100 } = params
  const all = [...conditions, where].filter((one) => one !== undefined)
  const query = [
    `select * from ${kind}`,
    ...(all.length > 0 ? [`where ${all.join(' and ')}`] : []),
    ...(order_by === undefined ? [] : [`orderby ${order_by}`]),
    ...(start_position === undefined ? [] : [`startposition ${start_position}`]),
    `maxresults ${max_results}`,
  ].join(' ')
  const others = Object.fromEntries(Object.keys(params).map((name) => [name, undefined]))
  return { query: { ...others, query, ...minorVersion } }
}

export const result = Type.Object({ QueryResponse: Type.Object({}) })
export const named = {
  name: text(200, 'Only those whose names begin with this'),
  active: flag('false: those that were made inactive'),
}

export const nameIs = (column: string, name: string | undefined) =>
  name === undefined ? undefined : `${column} like ${quoted(`${name}%`)}`
export const activeIs = (active: boolean | undefined) => (active === undefined ? undefined : `Active = ${active}`)
export const isUnpaid = (unpaid: boolean | undefined) => {
  if (unpaid === undefined) return undefined
  return unpaid ? "Balance > '0'" : "Balance = '0'"
}
export const is = (column: string, value: string | undefined, sign = '=') =>
  value === undefined ? undefined : `${column} ${sign} ${quoted(value)}`

export const money = {
  since: day('Only those dated on or after this day'),
  unpaid: flag('true: only those that are not paid in full'),
  due_before: day('Only those due before this day: with unpaid and the day of today, the overdue ones'),
}
