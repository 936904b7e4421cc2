import { readWholeNumber } from '../../encoding/exact-json.ts'
import { detectType } from './forms.ts'
import { findLookalike } from './names.ts'
import { convertTime, isTimeName, isUnixTime, type TimeForm } from './times.ts'

/** The place of a value that its schema refuses. */
export interface HealPlace {
  /** The JSON types that the schema admits. */
  readonly types: readonly string[]
  /** The only values that the schema admits; left out: it lists none. */
  readonly values?: readonly unknown[] | undefined
  /** True if the schema's lists may have such an item, as it is or healed. */
  readonly takesItem: (value: unknown) => boolean
  /** The name of the parameter, or of the list that it is an item of. */
  readonly name: string
  /** The form of moments, if the schema is about one. */
  readonly time?: TimeForm | undefined
  /** Parses JSON, and refuses what parsers disagree on; `undefined`: it isn't JSON. */
  readonly parseJson: (text: string) => unknown
}

export interface HealRule {
  /** The note for the sender of the value. */
  readonly note: (value: unknown, meant: unknown) => string
  /** The meant value; `undefined`: the rule has no reading of it. A reading that the schema refuses is dropped. */
  readonly read: (value: unknown, place: HealPlace) => unknown
  /** True: a reading of the right type is kept even if the schema refuses it, so that the error names the real fault, e.g. that it is too large. */
  readonly isSure?: true
}

/** Texts that can only be numbers, and are short enough to be exact: no leading zeros, spaces or exponents. */
const plainNumber = /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/

const takesNumbers = ({ types }: HealPlace): boolean => types.includes('number') || types.includes('integer')

/**
 * The digits of a number; `undefined`: its sender may have lost some, as JavaScript rounds larger numbers. No double
 * is a bigint here.
 */
const exactDigits = (value: number | bigint): string | undefined => {
  const text = String(value)
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return text
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && plainNumber.test(text) ? text : undefined
}

/** True for a text of one value: not several values, nor JSON that can't be parsed. */
const isOneText = (text: string): boolean => !/[\s,;|[\]{}]/.test(text)

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : detectType(value))

/** The rules for values that models write otherwise than the schema, with only one possible reading. The first rule with a reading counts. */
export const healRules: readonly HealRule[] = [
  {
    note: (_value, meant) => `the time was read as ${JSON.stringify(meant)}`,
    read: (value, { time, types }) => {
      const meant = time && convertTime(value, time)
      return typeof meant === 'number' && !types.includes('number') && !types.includes('integer')
        ? String(meant)
        : meant
    },
  },
  {
    note: (_value, meant) =>
      `the string was read as the ${typeof meant === 'bigint' ? 'number' : typeof meant} that it holds`,
    read: (value, place) => {
      if (typeof value !== 'string') return undefined
      if (place.types.includes('boolean') && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true'
      if (!takesNumbers(place)) return undefined
      return plainNumber.test(value) ? Number(value) : readWholeNumber(value)
    },
    isSure: true,
  },
  {
    note: (_value, meant) => `the string was read as the ${Array.isArray(meant) ? 'array' : 'object'} that it holds`,
    read: (value, { types, parseJson }) => {
      if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined
      const meant = parseJson(value)
      return meant !== undefined && types.includes(Array.isArray(meant) ? 'array' : 'object') ? meant : undefined
    },
  },
  {
    note: (value) => `the ${typeof value === 'bigint' ? 'number' : typeof value} was read as a string`,
    read: (value, { types, time, name }) => {
      if (!types.includes('string') || time === 'iso' || time === 'date') return undefined
      // The vendor may want another form of time, which the schema doesn't tell.
      if (time === undefined && isUnixTime(value) && isTimeName(name)) return undefined
      if (typeof value === 'boolean') return String(value)
      return typeof value === 'number' || typeof value === 'bigint' ? exactDigits(value) : undefined
    },
  },
  {
    note: (_value, meant) => `was read as ${JSON.stringify(meant)}`,
    read: (value, { values }) =>
      typeof value === 'string'
        ? findLookalike(
            value,
            (values ?? []).filter((one) => typeof one === 'string'),
          )
        : undefined,
  },
  {
    note: (value) => `the ${kindOf(value)} was read as an array with one item`,
    read: (value, { types, takesItem }) => {
      if (!types.includes('array') || value === null || Array.isArray(value)) return undefined
      return (typeof value !== 'string' || isOneText(value)) && takesItem(value) ? [value] : undefined
    },
  },
]
