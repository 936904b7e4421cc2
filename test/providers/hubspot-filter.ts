import { invalidInput } from './hubspot-error.ts'

export interface Filter {
  readonly propertyName: string
  readonly operator: string
  readonly value?: string
  readonly highValue?: string
  readonly values?: readonly string[]
}

const needed = <T>(given: T | undefined, filter: Filter, name: string): T => {
  if (given === undefined) throw invalidInput(`${filter.operator} on ${filter.propertyName} needs ${name}`)
  return given
}

/** Numbers compare as numbers, all else as text. */
const compare = (a: string, b: string): number =>
  a !== '' && b !== '' && Number.isFinite(Number(a)) && Number.isFinite(Number(b))
    ? Number(a) - Number(b)
    : a.localeCompare(b)

/** `*` stands for any characters; a token is a word of the value. */
const hasToken = (text: string, token: string): boolean => {
  const pattern = token.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return [text, ...text.split(/[\s@.]+/)].some((word) => new RegExp(`^${pattern}$`, 'i').test(word))
}

/**
 * Tells if a record's property passes a search filter.
 * https://developers.hubspot.com/docs/api-reference/search/guide
 */
export const passes = (properties: Readonly<Record<string, string>>, filter: Filter): boolean => {
  const has = properties[filter.propertyName]
  const value = () => needed(filter.value, filter, 'value')
  const values = () => needed(filter.values, filter, 'values')
  switch (filter.operator) {
    case 'HAS_PROPERTY':
      return has !== undefined
    case 'NOT_HAS_PROPERTY':
      return has === undefined
    case 'EQ':
      return has === value()
    case 'NEQ':
      return has !== value()
    case 'IN':
      return has !== undefined && values().includes(has)
    case 'NOT_IN':
      return has === undefined || !values().includes(has)
    case 'CONTAINS_TOKEN':
      return has !== undefined && hasToken(has, value())
    case 'NOT_CONTAINS_TOKEN':
      return has === undefined || !hasToken(has, value())
    case 'LT':
      return has !== undefined && compare(has, value()) < 0
    case 'LTE':
      return has !== undefined && compare(has, value()) <= 0
    case 'GT':
      return has !== undefined && compare(has, value()) > 0
    case 'GTE':
      return has !== undefined && compare(has, value()) >= 0
    case 'BETWEEN': {
      const [low, high] = [value(), needed(filter.highValue, filter, 'highValue')]
      return has !== undefined && compare(has, low) >= 0 && compare(has, high) <= 0
    }
    default:
      throw invalidInput(`Invalid operator: ${filter.operator}`)
  }
}
