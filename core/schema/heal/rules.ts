import { readWholeNumber } from '../../encoding/exact-json.ts'
import { type IdPlace, readId } from './ids.ts'
import { findLookalike } from './names.ts'
import { convertTime, isTimeName, isUnixTime, type TimeForm } from './times.ts'

/** The place of a value that its schema refuses. */
export interface HealPlace {
  /** The JSON types that the schema admits. */
  readonly types: readonly string[]
  /** The only values that the schema admits; left out: it lists none. */
  readonly values?: readonly unknown[] | undefined
  /** True if the schema says how a text is written, and takes this one; left out: it doesn't say. */
  readonly takesForm?: ((text: string) => boolean) | undefined
  /** True if the schema's lists may have such an item, as it is or healed, and it is no list itself. */
  readonly takesItem: (value: unknown) => boolean
  /** True for an item of a list. */
  readonly isItem: boolean
  /** True if the description says that a text holds several values, separated by commas. */
  readonly takesCommas: boolean
  /** The name of the parameter, or of the list that it is an item of. */
  readonly name: string
  /** True if the call changes something. */
  readonly isWrite: boolean
  /** True for an amount of money. */
  readonly isMoney: boolean
  /** The form of moments, if the schema is about one. */
  readonly time?: TimeForm | undefined
  /** The facts by which an id is taken out of a text; left out: the place holds no ids. */
  readonly id?: IdPlace | undefined
  /** Parses JSON, and refuses what parsers disagree on; `undefined`: it isn't JSON. */
  readonly parseJson: (text: string) => unknown
}

export interface HealRule {
  /** The name of its row in the table of docs/mcp-results.md. */
  readonly id: HealRuleId
  /** The words for the sender of the value; what it was read as follows. */
  readonly says: (value: unknown) => string
  /** The meant value; `undefined`: the rule has no reading of it. A reading that the schema refuses is dropped. */
  readonly read: (value: unknown, place: HealPlace) => unknown
  /** True: a reading of the right type is kept even if the schema refuses it, so that the error names the real fault, e.g. that it is too large. */
  readonly isSure?: true
  /** True for a rule that also reads what the schema takes, if it is evidently something else. */
  readonly readsEvident?: true
}

export type HealRuleId = 'time' | 'boolean' | 'number' | 'json' | 'text' | 'spelling' | 'list' | 'commas' | 'id'

/**
 * Texts that can only be numbers, and are short enough to be exact: no leading zeros, spaces or exponents, and no three decimals, which
 * are as often grouped digits: `1.250` is 1,250 in half of the world.
 */
const plainNumber = /^-?(0|[1-9]\d{0,14})(\.(?:\d{1,2}|\d{4,6}))?$/
const plainDigits = /^(?:0|[1-9]\d*)$/

const takesNumbers = ({ types }: HealPlace): boolean => types.includes('number') || types.includes('integer')

/**
 * The digits of a number; `undefined`: its sender may have lost some, as JavaScript rounds larger numbers. No double
 * is a bigint here.
 */
const exactDigits = (value: number | bigint): string | undefined => {
  const text = String(value)
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return text
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && /^-?\d+\.\d{1,6}$/.test(text) ? text : undefined
}

/** The number that a text holds. An amount of money may be in any unit, so only plain digits are read as one. */
const readNumber = (text: string, { types, isMoney }: HealPlace): number | bigint | undefined => {
  if (isMoney && !plainDigits.test(text)) return undefined
  const takesFractions = types.includes('number')
  return plainNumber.test(text) && (takesFractions || !text.includes('.')) ? Number(text) : readWholeNumber(text)
}

/** True for a text of one value: not none, not several, nor JSON that can't be parsed. */
const isOneText = (text: string): boolean =>
  text !== '' && !/[\s,;|[\]{}]/.test(text) && !/^(?:null|none|nil|undefined)$/i.test(text)

/** A code of two or three letters, of a currency, country or language, and an id in hexadecimal digits: case says nothing in them. */
const caseless = /^(?:[a-z]{2,3}|[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}|[\da-f]{24})$/i

/** A code in the case that its form wants. */
const readCode = (text: string, { takesForm }: HealPlace): string | undefined => {
  if (!takesForm || !caseless.test(text)) return undefined
  const [meant, ...others] = [text.toLowerCase(), text.toUpperCase()].filter(takesForm)
  return others.length === 0 ? meant : undefined
}

/** A phone number with its country code, as people group its digits: `+1 (415) 555-0100`. The zero of `+49 (0)30` isn't dialled. */
const groupedPhone = /^\+\d[\d ().-]{5,30}\d$/

const readPhone = (text: string, { takesForm }: HealPlace): string | undefined => {
  if (!takesForm || !groupedPhone.test(text) || text.includes('(0)')) return undefined
  const digits = `+${text.replaceAll(/\D/g, '')}`
  return takesForm(digits) ? digits : undefined
}

/** The values of a list in one text, which its description wants separated by commas; `undefined`: one of them may not be told apart there. */
const joinValues = (values: readonly unknown[]): string | undefined => {
  const isPlain = (value: unknown): boolean =>
    Number.isSafeInteger(value) || (typeof value === 'string' && /^[^\s,](?:[^,\n]*[^\s,])?$/.test(value))
  return values.length > 0 && values.every(isPlain) ? values.join(',') : undefined
}

const typeName = (value: unknown): string => (typeof value === 'bigint' ? 'number' : typeof value)

/** The rules for values that models write otherwise than the schema, with only one possible reading. The first rule with a reading counts. */
export const healRules: readonly HealRule[] = [
  {
    id: 'time',
    says: () => 'the time',
    read: (value, { time, types, name, isWrite }) => {
      const meant = time && convertTime(value, { form: time, name, isWrite })
      return typeof meant === 'number' && !types.includes('number') && !types.includes('integer')
        ? String(meant)
        : meant
    },
    readsEvident: true,
  },
  {
    id: 'boolean',
    says: () => 'the string',
    read: (value, { types }) =>
      typeof value === 'string' && types.includes('boolean') && /^(?:true|false)$/i.test(value)
        ? value.toLowerCase() === 'true'
        : undefined,
  },
  {
    id: 'number',
    says: () => 'the string',
    read: (value, place) => (typeof value === 'string' && takesNumbers(place) ? readNumber(value, place) : undefined),
    isSure: true,
  },
  {
    id: 'json',
    says: () => 'the string',
    read: (value, { types, parseJson }) => {
      if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined
      const meant = parseJson(value)
      return meant !== undefined && types.includes(Array.isArray(meant) ? 'array' : 'object') ? meant : undefined
    },
  },
  {
    id: 'text',
    says: (value) => `the ${typeName(value)}`,
    read: (value, { types, time, name }) => {
      if (!types.includes('string') || time === 'iso' || time === 'date') return undefined
      // The vendor may want another form of time, which the schema doesn't tell.
      if (time === undefined && isUnixTime(value) && isTimeName(name)) return undefined
      if (typeof value === 'boolean') return String(value)
      return typeof value === 'number' || typeof value === 'bigint' ? exactDigits(value) : undefined
    },
  },
  {
    id: 'spelling',
    says: () => 'the value',
    read: (value, place) => {
      if (typeof value !== 'string') return undefined
      const values = (place.values ?? []).filter((one) => typeof one === 'string')
      return findLookalike(value, values) ?? readCode(value, place) ?? readPhone(value, place)
    },
  },
  {
    id: 'id',
    says: () => 'the string',
    read: (value, { id, types }) => {
      if (!id || typeof value !== 'string') return undefined
      if (types.includes('string')) return readId(value, id)
      const digits = readId(value.replace(/^#(?=\d+$)/, ' '), id)
      return digits === undefined ? undefined : Number(digits)
    },
    readsEvident: true,
  },
  {
    id: 'commas',
    says: () => 'the list',
    read: (value, { types, takesCommas }) =>
      takesCommas && types.includes('string') && Array.isArray(value) ? joinValues(value) : undefined,
  },
  {
    // One value never becomes a list of lists: it may be a row as well as a column.
    id: 'list',
    says: () => 'the one item',
    read: (value, { types, takesItem, isItem }) => {
      if (!types.includes('array') || isItem || value === null || Array.isArray(value)) return undefined
      return (typeof value !== 'string' || isOneText(value)) && takesItem(value) ? [value] : undefined
    },
  },
]
