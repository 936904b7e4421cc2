import type { SliceSchema } from '@patchbay/core/imported'
import { file as fileOf } from '@patchbay/core/provider'
import { toJsonSchema } from '@patchbay/core/schema'
import { isReadable, sentence } from '../../read/describe.ts'
import {
  formats,
  namesByName,
  ofSchema,
  ofSchemas,
  readEnum,
  readNumericKeywords,
  readTypes,
  readUsual,
} from '../../read/keywords.ts'
import type { LeftOutList } from '../../read/left-out.ts'
import { below, findReferenced, isNode, type Node, toList, toNode } from '../../read/node.ts'
import { breakCircles } from './break-circles.ts'
import { isReadOnly } from './members.ts'
import { checkPattern } from './patterns.ts'
import { allowNull, isSchemaValue, mergeAllOf, openOneOf, type WrittenSchema } from './simplify.ts'

/** The longest description of a member, in characters. */
const longest = 140

/** The name of the schema of a file, which core defines and documents may not. */
export const fileSchema = 'file'

/** The schema of what callers send for a file; the gateway's limit for bodies is the limit of its size. */
const file = toJsonSchema(fileOf(75_000_000, 'The file')) as SliceSchema

/** The schemas that requests need, each written once, as JSON Schema 2020-12. */
export interface DocumentSchemas {
  /** A schema of the document, as requests have it: the schemas that it refers to are added to `all`. */
  of(value: unknown, pointer: string): SliceSchema
  /** The schema of a file. */
  file(): SliceSchema
  /** All schemas that others refer to. Converts those that are still to come. */
  all(): Record<string, SliceSchema>
  /** The patterns that only an engine of linear time may match. */
  linear(): readonly string[]
}

/** The keywords that say what a value by itself may be. */
const readKeywords = (
  value: Node,
  allowed: readonly string[] | undefined,
  values: readonly unknown[] | undefined,
): WrittenSchema => {
  const result: WrittenSchema = {}
  const description = sentence(value.description, longest)
  if (description !== '') result.description = description
  if (allowed) result.type = allowed.length === 1 ? allowed[0] : allowed
  if (values) result.enum = values
  if (value.const !== undefined) result.const = value.const
  const usual = readUsual(value, allowed)
  if (usual !== undefined && isReadable(usual)) result.default = usual
  if (formats.has(value.format) && (allowed === undefined || allowed.includes('string'))) result.format = value.format
  return Object.assign(result, readNumericKeywords(value))
}

/** The names of the schemas that were referred to, and those of them that are still to be written. */
class SchemaNames {
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>([fileSchema])
  readonly #waiting: string[] = []

  find(reference: string): string {
    const earlier = this.#names.get(reference)
    if (earlier !== undefined) return earlier
    const last = reference.split('/').at(-1) ?? ''
    const base = last.replaceAll(/%[0-9a-f]{2}|~[01]|[^A-Za-z0-9_.-]+/gi, '_').replace(/^[^A-Za-z]+/, '') || 'schema'
    let name = base in Object.prototype ? `${base}_` : base.slice(0, 100)
    for (let count = 2; this.#taken.has(name); count++) name = `${base.slice(0, 100)}_${count}`
    this.#taken.add(name)
    this.#names.set(reference, name)
    this.#waiting.push(reference)
    return name
  }

  /** The next reference whose schema is to be written. */
  next(): string | undefined {
    return this.#waiting.shift()
  }
}

class SchemaConverter implements DocumentSchemas {
  readonly #root: Node
  readonly #leftOut: LeftOutList
  /** Tells whether members beside a reference count: they do from 3.1 on. */
  readonly #siblingsCount: boolean
  readonly #names = new SchemaNames()
  readonly #written = new Map<string, SliceSchema>()
  readonly #linear = new Set<string>()

  constructor(root: Node, leftOut: LeftOutList) {
    this.#root = root
    this.#leftOut = leftOut
    this.#siblingsCount = !/^3\.0/.test(String(root.openapi))
  }

  #convertReference(node: Node, pointer: string): SliceSchema {
    const target = String(node.$ref)
    if (!isSchemaValue(findReferenced(this.#root, target))) {
      this.#leftOut.add(
        'schema',
        pointer,
        `refers to ${target.slice(0, 200)}, which doesn't exist: any value is accepted`,
      )
      return {}
    }
    const reference = { $ref: `#/schemas/${this.#names.find(target)}`, ...this.#convertSiblings(node, pointer) }
    // No version lets `nullable` stand beside a reference, and many documents mean it (orval-labs/orval#2561).
    return node.nullable === true ? allowNull(reference) : reference
  }

  #convertSiblings({ $ref: _, nullable: _nullable, ...siblings }: Node, pointer: string): WrittenSchema {
    if (this.#siblingsCount) return this.of(siblings, pointer) as WrittenSchema
    const description = sentence(siblings.description, longest)
    return description === '' ? {} : { description }
  }

  of(value: unknown, pointer: string): SliceSchema {
    if (typeof value === 'boolean') return value
    if (!isNode(value)) {
      this.#leftOut.add('schema', pointer, 'is not a schema: any value is accepted')
      return {}
    }
    if (typeof value.$ref === 'string') return this.#convertReference(value, pointer)
    const allowed = readTypes(value)
    const values = readEnum(value, allowed)
    // An enumeration of a list's items is often written at the list.
    const isOfItems = allowed?.[0] === 'array' && values?.every((one) => !Array.isArray(one))
    const result: WrittenSchema = {
      ...readKeywords(value, allowed, isOfItems ? undefined : values),
      ...this.#convertPattern(value.pattern, below(pointer, 'pattern')),
      ...(value.uniqueItems === true && { uniqueItems: true }),
      ...this.#convertMembers(value, pointer),
      ...this.#convertSubschemas(value, pointer),
    }
    if (values && isOfItems) result.items = { ...(isNode(result.items) ? result.items : {}), enum: values }
    const merged = mergeAllOf(result)
    return value.nullable === true && allowed === undefined ? allowNull(merged) : merged
  }

  #convertPattern(source: unknown, pointer: string): WrittenSchema {
    if (typeof source !== 'string' || source === '') return {}
    const checked = checkPattern(source)
    if (checked?.engine === 'linear') this.#linear.add(checked.pattern)
    if (checked?.engine) return { pattern: checked.pattern }
    const reason = checked ? 'could take long, and has parts that linear engines lack' : 'is not a regular expression'
    this.#leftOut.add('part', pointer, `${reason}: the vendor checks the value`)
    return {}
  }

  /** The members of an object that requests have. */
  #convertMembers(value: Node, pointer: string): WrittenSchema {
    const properties = Object.entries(toNode(value.properties))
    const answered = new Set(properties.flatMap(([name, member]) => (isReadOnly(this.#root, member) ? [name] : [])))
    const required = [...new Set(toList(value.required))].filter(
      (name) => typeof name === 'string' && !answered.has(name),
    )
    const result: WrittenSchema = {}
    const entries = properties
      .filter(([name]) => !answered.has(name))
      .map(([name, member]) => [name, this.of(member, below(pointer, 'properties', name))] as const)
    // TypeBox asks `name in value`, which is always true for these; a pattern is matched against the object's own members.
    const inherited = entries.filter(([name]) => name in Object.prototype)
    const own = entries.filter(([name]) => !(name in Object.prototype))
    if (own.length > 0) result.properties = Object.fromEntries(own)
    const patterns = this.#convertPatternProperties(value, pointer)
    const all = [...patterns, ...inherited.map(([name, schema]) => [`^${name}$`, schema] as const)]
    if (all.length > 0) result.patternProperties = Object.fromEntries(all)
    if (required.length > 0) result.required = required
    return result
  }

  #convertPatternProperties(value: Node, pointer: string): (readonly [string, SliceSchema])[] {
    return Object.entries(toNode(value.patternProperties)).flatMap(([source, member]) => {
      const place = below(pointer, 'patternProperties', source)
      const checked = checkPattern(source)
      if (checked?.engine === 'usual') return [[checked.pattern, this.of(member, place)] as const]
      this.#leftOut.add(
        'part',
        place,
        'is not a regular expression that takes linear time: the vendor checks these members',
      )
      return []
    })
  }

  /** The keywords that hold schemas. */
  #convertSubschemas(value: Node, pointer: string): WrittenSchema {
    const result: WrittenSchema = {}
    for (const keyword of ofSchema) {
      const part = value[keyword]
      if (isSchemaValue(part) && part !== true) result[keyword] = this.of(part, below(pointer, keyword))
    }
    for (const keyword of ofSchemas) {
      const parts = toList(value[keyword]).flatMap((part, index) =>
        isSchemaValue(part) ? [this.of(part, below(pointer, keyword, index))] : [],
      )
      if (parts.length > 0) result[keyword] = parts
    }
    if (Array.isArray(value.items)) {
      result.prefixItems = value.items.map((part, index) => this.of(part, below(pointer, 'items', index)))
    }
    if (isNode(value.dependentSchemas)) {
      const parts = Object.entries(value.dependentSchemas)
      result.dependentSchemas = Object.fromEntries(
        parts.map(([name, part]) => [name, this.of(part, below(pointer, 'dependentSchemas', name))]),
      )
    }
    const dependent = namesByName(value.dependentRequired)
    if (dependent) result.dependentRequired = dependent
    return openOneOf(result)
  }

  all(): Record<string, SliceSchema> {
    for (let next = this.#names.next(); next !== undefined; next = this.#names.next()) {
      this.#written.set(this.#names.find(next), this.of(findReferenced(this.#root, next), next.slice(1)))
    }
    return breakCircles(Object.fromEntries(this.#written), this.#leftOut)
  }

  linear(): readonly string[] {
    return [...this.#linear].sort()
  }

  file(): SliceSchema {
    this.#written.set(fileSchema, file)
    return { $ref: `#/schemas/${fileSchema}` }
  }
}

export const createSchemas = (root: Node, leftOut: LeftOutList): DocumentSchemas => new SchemaConverter(root, leftOut)
