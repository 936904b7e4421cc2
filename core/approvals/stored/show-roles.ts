import Big from 'big.js'
import { parseDecimal } from '../../access/index.ts'
import { minorDigits, type RoleAmount, type Roles, readRoleValues } from '../../provider/index.ts'

type Params = Readonly<Record<string, unknown>>

const print = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const readValues = (places: readonly string[] = [], params: Params): readonly string[] => [
  ...new Set(places.flatMap((place) => readRoleValues(place, params)).map(print)),
]

/** The call's total in units of people, e.g. `49.90 EUR`; the numbers as they are where the call doesn't tell the currency. */
const showAmount = (amount: RoleAmount, params: Params): readonly string[] => {
  const { at, unit, currency: place } = amount
  const values = at.flatMap((one) => readRoleValues(one, params))
  const parts = values.map(parseDecimal)
  const [currency, ...others] = place?.startsWith('/')
    ? readValues([place], params).map((one) => one.toUpperCase())
    : [place]
  if (values.length === 0) return []
  if (currency === undefined || others.length > 0 || parts.some((part) => part === undefined))
    return values.map((one) => (unit === 'minor' ? `${print(one)} (in the smallest unit of its currency)` : print(one)))
  const total = parts.reduce<Big>((sum, part) => sum.plus(part ?? 0), new Big(0))
  const digits = minorDigits(amount, currency)
  return [`${digits === 0 ? total.toFixed() : total.div(`1e${digits}`).toFixed(digits)} ${currency}`]
}

/** The recipients, destinations and amounts, which people look at first. */
export const showRoles = (roles: Roles | undefined, params: Params) => ({
  recipient: readValues(roles?.recipient, params),
  destination: readValues(roles?.destination, params),
  amount: roles?.amount ? showAmount(roles.amount, params) : [],
  /** The vendor adds some that the parameters don't show. */
  derives: roles?.derives ?? [],
})
