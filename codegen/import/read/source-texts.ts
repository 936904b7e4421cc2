import { parse } from 'yaml'
import { isNode, type Node, toList } from './node.ts'

/** Keywords whose values have the type of their schema. */
const ofType: ReadonlySet<string> = new Set(['enum', 'const', 'default'])

const isOfTexts = ({ type }: Node): boolean => [type].flat().includes('string')

const inTexts: ReadonlySet<unknown> = new Set(['query', 'path', 'header', 'cookie', 'formData'])
/** True for a parameter whose value is sent as a text, whatever its schema says. */
const isTextParameter = (value: Node): boolean => inTexts.has(value.in) && typeof value.name === 'string'

/** The members of a parameter, or of its schema, that are sent as it is. */
const carries = (name: string): boolean => name === 'schema' || name === 'items'

const isMisread = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean'

/** True if a document has a number or flag where a text belongs. Parts that YAML aliases repeat are visited once. */
const hasMisread = (value: unknown, visited = new Set<object>(), isSent = false): boolean => {
  if (typeof value !== 'object' || value === null || visited.has(value)) return false
  visited.add(value)
  const sends = isSent || (isNode(value) && isTextParameter(value))
  const keepsText = isNode(value) && (isOfTexts(value) || (sends && value.type === undefined))
  return Object.entries(value).some(([name, member]) =>
    keepsText && ofType.has(name)
      ? [member].flat().some(isMisread)
      : hasMisread(member, visited, sends && carries(name)),
  )
}

const restored = (value: unknown, text: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item, index) => restored(item, toList(text)[index]))
  return isMisread(value) && typeof text === 'string' ? text : value
}

/** True if a number isn't written as JSON writes it: `1.0`, `012`. A text that is sent would lose its digits. */
const hasOwnDigits = (value: Node, source: object): boolean =>
  [...ofType].some((name) => {
    const texts = toList(Reflect.get(source, name))
    return toList(value[name]).some((one, index) => typeof one === 'number' && `${one}` !== texts[index])
  })

const withTexts = (value: unknown, source: unknown, made: Map<object, unknown>, isSent = false): unknown => {
  if (typeof value !== 'object' || value === null || typeof source !== 'object' || source === null) return value
  const known = made.get(value)
  if (known !== undefined) return known
  const sends = isSent || (isNode(value) && isTextParameter(value))
  const keepsText =
    isNode(value) && (isOfTexts(value) || (sends && value.type === undefined && hasOwnDigits(value, source)))
  const textOf = (name: string): unknown => Reflect.get(source, name)
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    keepsText && ofType.has(name)
      ? restored(member, textOf(name))
      : withTexts(member, textOf(name), made, sends && carries(name)),
  ])
  const result = Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
  made.set(value, result)
  return result
}

const asTexts = { schema: 'failsafe', merge: true, uniqueKeys: false, strict: false, maxAliasCount: -1 } as const

/**
 * The document with its texts' values as they are written: YAML, like JSON, reads `1.0`, `012` and `true` as numbers and
 * booleans, but the vendor takes texts.
 */
export const withSourceTexts = (root: unknown, text: string): unknown => {
  if (!hasMisread(root)) return root
  try {
    return withTexts(root, parse(text, asTexts), new Map())
  } catch {
    // If this parser can't read the text, the values of the other one stay.
    return root
  }
}
