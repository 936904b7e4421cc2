import { parse } from 'yaml'
import { findReferenced, isNode, type Node, toList, toNode } from './node.ts'

/** Keywords whose values have the type of their schema. */
const ofType: ReadonlySet<string> = new Set(['enum', 'const', 'default'])

const isOfTexts = ({ type }: Node): boolean => [type].flat().includes('string')

const inTexts: ReadonlySet<unknown> = new Set(['query', 'path', 'header', 'cookie', 'formData'])
/** True for a parameter whose value is sent as a text, whatever its schema says. */
const isTextParameter = (value: Node): boolean => inTexts.has(value.in) && typeof value.name === 'string'

/** The members of a parameter, or of its schema, that are sent as it is. */
const carries = (name: string): boolean => name === 'schema' || name === 'items'

/** The schemas that parameters refer to: their values are sent as texts as well. */
const listReferred = (root: Node): ReadonlySet<unknown> => {
  const schemas = new Set<unknown>()
  const visited = new Set<object>()
  const add = (schema: unknown): void => {
    if (!isNode(schema)) return
    const referred = typeof schema.$ref === 'string' ? findReferenced(root, schema.$ref) : undefined
    if (referred !== undefined && !schemas.has(referred)) {
      schemas.add(referred)
      add(referred)
    }
    add(schema.items)
  }
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return
    visited.add(value)
    if (isNode(value) && isTextParameter(value)) add(value.schema)
    for (const member of Object.values(value)) walk(member)
  }
  walk(root)
  return schemas
}

const isMisread = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean'

/** A number that isn't written as JSON writes it: `1.0`, `012`. */
const ownDigits = /(?<![\w.])(?:0\d+|\d+\.\d*0)(?![\w.])/

interface Searching {
  readonly visited: Set<object>
  /** The schemas that parameters refer to. */
  readonly referred: ReadonlySet<unknown>
  /** True if the text has a number in a form of its own. */
  readonly hasDigits: boolean
}

/** True if a document has a number or flag where a text may belong. Parts that YAML aliases repeat are visited once. */
const hasMisread = (value: unknown, searching: Searching, isSent = false): boolean => {
  const { visited, referred, hasDigits } = searching
  if (typeof value !== 'object' || value === null || visited.has(value)) return false
  visited.add(value)
  const sends = isSent || referred.has(value) || (isNode(value) && isTextParameter(value))
  const keepsText = isNode(value) && (isOfTexts(value) || (sends && value.type === undefined))
  const isOpen = isNode(value) && value.type === undefined && hasDigits
  return Object.entries(value).some(([name, member]) => {
    if (keepsText && ofType.has(name)) return [member].flat().some(isMisread)
    if (isOpen && name === 'enum' && toList(member).some((one) => typeof one === 'number')) return true
    return hasMisread(member, searching, sends && carries(name))
  })
}

const restored = (value: unknown, text: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item, index) => restored(item, toList(text)[index]))
  return isMisread(value) && typeof text === 'string' ? text : value
}

/** True if a number of a schema has its own digits, which a text that is sent would lose. */
const hasOwnDigits = (value: Node, source: object): boolean =>
  [...ofType].some((name) => {
    const texts = toList(Reflect.get(source, name))
    return toList(value[name]).some((one, index) => typeof one === 'number' && `${one}` !== texts[index])
  })

/** The values of a JSON body's schema without a type, with the texts that they may as well be: the caller chooses. */
const withBoth = (values: unknown, texts: unknown): unknown[] => [
  ...toList(values),
  ...toList(texts).filter(
    (text, index) => typeof toList(values)[index] === 'number' && `${toList(values)[index]}` !== text,
  ),
]

interface Restoring {
  readonly done: Map<object, unknown>
  /** The schemas that parameters refer to. */
  readonly referred: ReadonlySet<unknown>
}

const withTexts = (value: unknown, source: unknown, restoring: Restoring, isSent = false): unknown => {
  if (typeof value !== 'object' || value === null || typeof source !== 'object' || source === null) return value
  const { done, referred } = restoring
  const earlier = done.get(value)
  if (earlier !== undefined) return earlier
  const sends = isSent || referred.has(value) || (isNode(value) && isTextParameter(value))
  const isOpen = isNode(value) && value.type === undefined && hasOwnDigits(value, source)
  const keepsText = isNode(value) && (isOfTexts(value) || (sends && isOpen))
  const textOf = (name: string): unknown => Reflect.get(source, name)
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    if (keepsText && ofType.has(name)) return [name, restored(member, textOf(name))]
    if (isOpen && name === 'enum') return [name, withBoth(member, textOf(name))]
    return [name, withTexts(member, textOf(name), restoring, sends && carries(name))]
  })
  const result = Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
  done.set(value, result)
  return result
}

const asTexts = { schema: 'failsafe', merge: true, uniqueKeys: false, strict: false, maxAliasCount: -1 } as const

/**
 * The document with its texts' values as they are written: YAML, like JSON, reads `1.0`, `012` and `true` as numbers and
 * booleans, but the vendor takes texts.
 */
export const withSourceTexts = (root: unknown, text: string): unknown => {
  const referred = listReferred(toNode(root))
  if (!hasMisread(root, { visited: new Set(), referred, hasDigits: ownDigits.test(text) })) return root
  try {
    return withTexts(root, parse(text, asTexts), { done: new Map(), referred })
  } catch {
    // If this parser can't read the text, the values of the other one stay.
    return root
  }
}
