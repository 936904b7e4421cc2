import qs from 'qs'
import { invalid } from '../errors.ts'
import type { Field, Fields, Style } from '../provider/index.ts'
import { asText } from './as-text.ts'
import { withoutNulls } from './without-nulls.ts'

/** The styles by the vendor's names. */
export type Styles = Readonly<Record<string, Style>>

type ArrayFormat = 'repeat' | 'indices' | 'brackets' | 'comma'

/** The joints by the style. The comma isn't encoded (RFC 6570, section 3.2.8), which tells it from one in an item. */
const joints: Readonly<Partial<Record<Style, string>>> = { comma: ',', space: '%20', pipe: '%7C', tab: '%09' }

const encoded = (text: string): string => qs.stringify({ '': text }).slice(1)

/** Encodes a text, but not the reserved characters that may stand in a query and don't separate members (RFC 3986, section 2.2). */
const withReserved = (text: string): string => encodeURI(text).replaceAll(/[&#+]/g, encodeURIComponent)

const isMembers = (value: Field): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{a: 1, b: 2}` as `a,1,b,2`; lists and objects within are written as JSON. */
const joined = (value: Field, joint: string): string => {
  const parts = isMembers(value) ? Object.entries(value).flat() : [value].flat()
  return parts.map((part) => encoded(asText(part))).join(joint)
}

const styled = (name: string, value: Field, style: Style): string => {
  const joint = joints[style]
  if (joint !== undefined) return `${encodeURIComponent(name)}=${joined(value, joint)}`
  if (style === 'reserved') return `${encodeURIComponent(name)}=${withReserved(asText(value))}`
  return qs.stringify({ [name]: value }, { arrayFormat: style === 'explode' ? 'repeat' : (style as ArrayFormat) })
}

/**
 * The members, with the members of exploded objects beside them. Callers may choose those names, so a member that is already
 * there wins.
 */
export const explodeFields = (fields: Fields, styles: Styles | undefined): Fields => {
  if (!styles) return fields
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      styles[name] === 'explode' && isMembers(value)
        ? Object.entries(value).filter(([own]) => !Object.hasOwn(fields, own))
        : [[name, value] as const],
    ),
  )
}

/** More than any vendor reads, and written within milliseconds. */
const mostFields = 2000
/** The name of a field repeats those of all objects and lists around it. */
const longestNames = 200_000

/** Throws VALIDATION_ERROR for members that are too many, or nested too deeply: writing them would block the thread. */
const checkSize = (fields: Fields): void => {
  let count = 0
  let length = 0
  const walk = (value: unknown, name: number): void => {
    if (typeof value === 'object' && value !== null) {
      for (const member in value) walk((value as Record<string, unknown>)[member], name + member.length + 2)
      return
    }
    count += 1
    length += name
    if (count > mostFields)
      throw invalid('', `a form or query may have at most ${mostFields} fields; send fewer at once`)
    if (length > longestNames)
      throw invalid('', 'a form or query has too many deeply nested fields; send fewer at once')
  }
  walk(fields, 0)
}

/** A query, or a body of `application/x-www-form-urlencoded`, without nulls. Throws VALIDATION_ERROR for one that is too large. */
export const encodeFields = (fields: Fields, arrays: ArrayFormat = 'repeat', styles?: Styles): string => {
  checkSize(fields)
  const filled = (withoutNulls(fields) ?? {}) as Fields
  if (!styles) return qs.stringify(filled, { arrayFormat: arrays })
  const members = Object.entries(filled).map(([name, value]) => {
    const style = styles[name]
    return style === undefined ? qs.stringify({ [name]: value }, { arrayFormat: arrays }) : styled(name, value, style)
  })
  return members.filter((member) => member !== '').join('&')
}
