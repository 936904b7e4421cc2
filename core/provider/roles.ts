import { nameOfToken } from './answer/pointer.ts'

/** The roles of parameters: a closed list. */
export const roleNames = ['recipient', 'amount', 'destination', 'text'] as const
export type RoleName = (typeof roleNames)[number]

/**
 * A place in an action's parameters: a JSON pointer (RFC 6901) that begins with a parameter's name, and goes through lists: `/to`;
 * `/attendees/email` is the `email` of every attendee.
 */
export type RolePlace<Name extends string = string> = `/${Name}` | `/${Name}/${string}`

/** The amount of money of a call. The values of several places and items are added: together they are the call's total. */
export interface RoleAmount<Name extends string = string> {
  /**
   * The places of the amount.
   * @example amount: { at: ['/amount'], currency: '/currency', unit: 'minor' }
   */
  readonly at: readonly RolePlace<Name>[]
  /**
   * The place of the ISO 4217 code, in any case, or the code itself where the action knows one only. Left out: the vendor takes the
   * currency of something that the call names, so a rule that names a currency can't judge the call.
   * @example amount: { at: ['/total'], currency: 'USD', unit: 'major' }
   */
  readonly currency?: RolePlace<Name> | Uppercase<string>
  /**
   * The unit of the number: `major` (49.90 euros are 49.90) or `minor` (they are 4990).
   * @example amount: { at: ['/amount'], currency: '/currency', unit: 'minor' }
   */
  readonly unit: 'major' | 'minor'
  /**
   * The decimals of currencies for which the vendor's minor unit is not the one of ISO 4217.
   * @example amount: { at: ['/amount'], currency: '/currency', unit: 'minor', digits: { ISK: 2 } }
   */
  readonly digits?: Readonly<Record<string, number>>
}

/**
 * The roles of a write's parameters, which rules judge by the values that go to the vendor. A place that a call leaves out has no value,
 * and a list at a place counts as its items.
 */
export interface Roles<Name extends string = string> {
  /**
   * The people, addresses, phone numbers, users or channels that get something, or get access: `cc`, `bcc` and attendees too.
   * @example recipient: ['/to', '/cc', '/bcc']
   */
  readonly recipient?: readonly RolePlace<Name>[]
  /**
   * The money of the call.
   * @example amount: { at: ['/amount'], currency: '/currency', unit: 'minor' }
   */
  readonly amount?: RoleAmount<Name>
  /**
   * The folder, repository, board, list, project or account in which something ends up, or to which money goes.
   * @example destination: ['/folder_id']
   */
  readonly destination?: readonly RolePlace<Name>[]
  /**
   * Free text, which a standing approval lets differ: nothing in it decides who gets what.
   * @example text: ['/subject', '/body']
   */
  readonly text?: readonly RolePlace<Name>[]
  /**
   * The roles of which the vendor adds values that the parameters don't show: a reply goes to whoever wrote before. Rules over
   * such a role can't judge the call, whatever its parameters say.
   * @example derives: ['recipient']
   */
  readonly derives?: readonly Exclude<RoleName, 'text' | 'amount'>[]
}

/** The steps of a place: names of members, beginning with the parameter's. */
export const parseRolePlace = (place: string): readonly string[] => place.split('/').slice(1).map(nameOfToken)

const isLeftOut = (value: unknown): boolean => value === undefined || value === null

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.flatMap(items) : [value])

const step = (value: unknown, name: string): unknown => {
  // A value of another shape than the declared one can't be read, and must not be overlooked.
  if (typeof value !== 'object' || value === null) return value
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

/**
 * The values at a place of the parameters; a list gives its items. What is left out or `null` gives none. A value that isn't an object
 * where the place goes on is given as it is.
 * @example readRoleValues('/attendees/email', { attendees: [{ email: 'ada@acme.com' }] }) // ['ada@acme.com']
 */
export const readRoleValues = (place: string, params: Readonly<Record<string, unknown>>): readonly unknown[] => {
  const single = findSingle(place, params)
  return single === undefined ? readSteps(place, params) : [single]
}

/** The value of a parameter that is a text or a number, as most are: a decision about a call reads them often. */
const findSingle = (place: string, params: Readonly<Record<string, unknown>>): string | number | undefined => {
  const name = place.slice(1)
  if (!Object.hasOwn(params, name)) return undefined
  const value = params[name]
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

const readSteps = (place: string, params: Readonly<Record<string, unknown>>): readonly unknown[] =>
  parseRolePlace(place).reduce<readonly unknown[]>(
    (values, name) => values.flatMap((value) => items(step(value, name))).filter((value) => !isLeftOut(value)),
    [params],
  )

/** The currencies whose minor unit isn't a hundredth (ISO 4217, list one). */
const otherDigits: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
}

/** The decimals of a currency (upper case) in an amount's minor unit; 0 where the amount is in the major unit. */
export const minorDigits = ({ unit, digits = {} }: RoleAmount, currency: string): number => {
  if (unit === 'major') return 0
  if (Object.hasOwn(digits, currency)) return digits[currency] ?? 0
  return Object.hasOwn(otherDigits, currency) ? (otherDigits[currency] ?? 2) : 2
}
