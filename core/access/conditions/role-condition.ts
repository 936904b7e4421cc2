import Big from 'big.js'
import { minorDigits, type RoleAmount, type Roles, readRoleValues } from '../../provider/index.ts'
import type { RoleConditions } from '../../store/index.ts'
import { isJsonNumber, parseDecimal } from './decimal.ts'

type Params = Readonly<Record<string, unknown>>

/** Judges a call by its roles. `isStrict`: every recipient and destination must fit, and what can't be judged doesn't; otherwise one is enough, or none that can be judged. */
export type JudgeRoles = (roles: Roles | undefined, params: Params, isStrict: boolean) => boolean

/** One address in plain characters (RFC 5321, section 4.1.2, without quoted texts and literals). */
const plainAddress = /^[\w.!#$%&'*+/=?^`{|}~-]+@([a-z0-9-]+(?:\.[a-z0-9-]+)*)$/i
const longestAddress = 320

/** The domain of an address in lower case; `undefined`: the text isn't exactly one address. */
const readDomain = (text: string): string | undefined =>
  text.length > longestAddress ? undefined : plainAddress.exec(text)?.[1]?.toLowerCase()

const isInDomain = (host: string, domain: string): boolean =>
  domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain

const toText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return isJsonNumber(value) ? JSON.stringify(value) : undefined
}

/** True if a value fits, false if it doesn't; `undefined`: it can't be judged. */
type JudgeOne = (value: unknown) => boolean | undefined

const longestCompared = 10_000

/**
 * Finds listed names in texts that equal none: addresses in another case, in full-width characters or beside a person's name, and one name
 * of several that a comma joins. The vendor may take such a text for the name, so that it can't be judged.
 */
const compileMentions = (names: readonly string[]): ((text: string) => boolean) => {
  const listedNames = new Set(names)
  const addresses = new Set(names.filter((name) => readDomain(name) !== undefined).map((name) => name.toLowerCase()))
  return (text) =>
    text.length > longestCompared ||
    text.split(/[,;]/).some((part) => listedNames.has(part.trim())) ||
    (addresses.size > 0 &&
      text
        .normalize('NFKC')
        .toLowerCase()
        .split(/[\s,;<>"'()]+/)
        .some((part) => addresses.has(part)))
}

const compileNames = ({ domain = [], in: names = [] }: NonNullable<RoleConditions['recipient']>): JudgeOne => {
  const domains = domain.map((one) => one.toLowerCase())
  const listedNames = new Set(names)
  const mentions = compileMentions(names)
  return (value) => {
    const text = toText(value)
    if (text === undefined) return undefined
    if (listedNames.has(text)) return true
    const host = domains.length > 0 ? readDomain(text) : undefined
    if (host !== undefined && domains.some((one) => isInDomain(host, one))) return true
    const isClear = domains.length === 0 || host !== undefined
    return isClear && (listedNames.size === 0 || !mentions(text)) ? false : undefined
  }
}

const judgeValues =
  (role: 'recipient' | 'destination', judgeOne: JudgeOne): JudgeRoles =>
  (roles, params, isStrict) => {
    const values = roles?.[role]?.flatMap((place) => readRoleValues(place, params)) ?? []
    // The vendor adds some that the parameters don't show, or all.
    if (values.length === 0 || roles?.derives?.includes(role)) return !isStrict
    return isStrict
      ? values.every((value) => judgeOne(value) === true)
      : values.some((value) => judgeOne(value) !== false)
  }

const readCurrency = ({ currency }: RoleAmount, params: Params): string | undefined => {
  if (currency === undefined || !currency.startsWith('/')) return currency
  const [first, ...others] = readRoleValues(currency, params).map((value) => String(value).toUpperCase())
  return others.every((other) => other === first) ? first : undefined
}

const readAmounts = ({ at }: RoleAmount, params: Params): readonly unknown[] => {
  const [only = '', ...others] = at
  return others.length === 0 ? readRoleValues(only, params) : at.flatMap((place) => readRoleValues(place, params))
}

/** The sum of whole numbers from zero, without the library for decimals, which takes microseconds; `undefined`: it is needed. */
const addWhole = (parts: readonly unknown[]): number | undefined => {
  let total = 0
  for (const part of parts) {
    if (typeof part !== 'number' || part < 0) return undefined
    total += part
  }
  return Number.isSafeInteger(total) && parts.every(Number.isSafeInteger) ? total : undefined
}

/** `undefined`: a part can't be read, or is below zero. */
const addExactly = (parts: readonly unknown[]): Big | undefined =>
  parts
    .map(parseDecimal)
    .reduce<Big | undefined>((sum, part) => (sum && part?.gte(0) ? sum.plus(part) : undefined), new Big(0))

/** A maximum in the vendor's unit; Big.js rounds quotients, and no product. */
const scale = (maximum: Big, digits: number): { readonly exact: Big; readonly whole: number } => {
  const exact = maximum.times(`1e${digits}`)
  // A whole amount is at most the maximum exactly if it is at most the whole part.
  return { exact, whole: exact.round(0, Big.roundDown).toNumber() }
}

/** `undefined`: the call's total is in another currency, can't be told, or a part of it is below zero. */
const isAtMost = (amount: RoleAmount, params: Params, currency: string, most: ReturnType<typeof scale>) => {
  if (readCurrency(amount, params) !== currency) return undefined
  const parts = readAmounts(amount, params)
  if (parts.length === 0) return undefined
  const total = addWhole(parts)
  return total === undefined ? addExactly(parts)?.lte(most.exact) : total <= most.whole
}

const compileAmount = ({ currency, maximum }: NonNullable<RoleConditions['amount']>): JudgeRoles => {
  const scaled = new Map<number, ReturnType<typeof scale>>()
  return (roles, params, isStrict) => {
    if (!roles?.amount) return !isStrict
    const digits = minorDigits(roles.amount, currency)
    const most = scaled.get(digits) ?? scale(new Big(maximum), digits)
    scaled.set(digits, most)
    return isAtMost(roles.amount, params, currency, most) ?? !isStrict
  }
}

/** Compiles conditions over roles: all must hold. */
export const compileRoleConditions = ({ recipient, destination, amount }: RoleConditions): JudgeRoles => {
  const judges = [
    ...(recipient ? [judgeValues('recipient', compileNames(recipient))] : []),
    ...(destination ? [judgeValues('destination', compileNames(destination))] : []),
    ...(amount ? [compileAmount(amount)] : []),
  ]
  return (roles, params, isStrict) => judges.every((judge) => judge(roles, params, isStrict))
}
