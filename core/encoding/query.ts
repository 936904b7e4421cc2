import qs from 'qs'
import type { Field, Fields, Style } from '../provider/index.ts'

/** By the vendor's names. */
export type Styles = Readonly<Record<string, Style>>

type ArrayFormat = 'repeat' | 'indices' | 'brackets' | 'comma'

const joints: Readonly<Partial<Record<Style, string>>> = { space: ' ', pipe: '|' }

/** Encodes a text, but not the reserved characters that may stand in a query and don't separate members (RFC 3986, section 2.2). */
const withReserved = (text: string): string => encodeURI(text).replaceAll(/[&#+]/g, encodeURIComponent)

const isMembers = (value: Field): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{a: 1, b: 2}` as `a,1,b,2`. */
const listOf = (value: Field): Field =>
  isMembers(value)
    ? Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .flat()
    : value

const styled = (name: string, value: Field, style: Style): string => {
  switch (style) {
    case 'reserved':
      return `${encodeURIComponent(name)}=${withReserved(String(value))}`
    case 'space':
    case 'pipe': {
      const list = listOf(value)
      return qs.stringify({ [name]: Array.isArray(list) ? list.join(joints[style]) : list })
    }
    case 'comma':
      return qs.stringify({ [name]: listOf(value) }, { arrayFormat: style })
    default:
      return qs.stringify({ [name]: value }, { arrayFormat: style === 'explode' ? 'repeat' : style })
  }
}

/** The members with those of exploded objects beside them. Callers may choose their names, so what stands there already wins. */
export const exploded = (fields: Fields, styles: Styles | undefined): Fields => {
  if (!styles) return fields
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      styles[name] === 'explode' && isMembers(value)
        ? Object.entries(value).filter(([own]) => !Object.hasOwn(fields, own))
        : [[name, value] as const],
    ),
  )
}

/** A query, or a body of `application/x-www-form-urlencoded`. */
export const encodeFields = (fields: Fields, arrays: ArrayFormat = 'repeat', styles?: Styles): string => {
  if (!styles) return qs.stringify(fields, { arrayFormat: arrays })
  const members = Object.entries(fields).map(([name, value]) => {
    if (value === undefined) return ''
    const style = styles[name]
    return style === undefined ? qs.stringify({ [name]: value }, { arrayFormat: arrays }) : styled(name, value, style)
  })
  return members.filter((member) => member !== '').join('&')
}
