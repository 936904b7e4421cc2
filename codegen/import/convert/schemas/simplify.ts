import type { SliceSchema } from '@patchbay/core/imported'
import { isNode, toList } from '../../read/node.ts'

/** A schema as it is being written. */
export type WrittenSchema = Record<string, unknown>

/** Tells whether a value can fit one branch only, because each has a type of its own. */
const areApart = (branches: readonly unknown[]): boolean => {
  const types = branches.map((branch) => (isNode(branch) && typeof branch.type === 'string' ? branch.type : 'any'))
  const kinds = new Set(types.map((type) => (type === 'integer' ? 'number' : type)))
  return types.length > 1 && kinds.size === types.length && !kinds.has('any')
}

/**
 * Branches overlap in many documents (a room by its id or by its name, both optional), and vendors take what fits any of them. So a value
 * that fits several is right.
 */
export const openOneOf = ({ oneOf, ...others }: WrittenSchema): WrittenSchema => {
  const branches = toList(oneOf)
  if (branches.length === 0) return others
  if (areApart(branches)) return { ...others, oneOf }
  if (others.anyOf === undefined) return { ...others, anyOf: oneOf }
  return { ...others, allOf: [...toList(others.allOf), { anyOf: oneOf }] }
}

/** Tells whether a value of a document can be a schema. */
export const isSchemaValue = (value: unknown): boolean => typeof value === 'boolean' || isNode(value)

/** The schema of `nullable` without a type: whatever else the schema says, or null. */
export const allowNull = ({ description, ...schema }: WrittenSchema): SliceSchema =>
  Object.keys(schema).length === 0 || (Object.keys(schema).length === 1 && schema.enum)
    ? { ...(description !== undefined && { description }), ...schema }
    : { ...(description !== undefined && { description }), anyOf: [schema, { type: 'null' }] }

/** Tells whether a schema says nothing of the value. */
const isText = (schema: unknown): schema is WrittenSchema =>
  isNode(schema) && Object.keys(schema).every((keyword) => keyword === 'description')

/** The only schema of an `allOf`, merged with the members around it; a description may stand beside it. */
export const mergeAllOf = ({ allOf, ...others }: WrittenSchema): WrittenSchema => {
  const parts = toList(allOf)
  if (parts.length === 0) return others
  const [only, ...more] = parts.filter((part) => !isText(part)) as WrittenSchema[]
  const description = [others, ...parts.filter(isText), only ?? {}].find(
    (part) => part.description !== undefined,
  )?.description
  const said = description === undefined ? {} : { description }
  const isFree = Object.keys(only ?? {}).every(
    (keyword) => keyword === 'description' || !Object.hasOwn(others, keyword),
  )
  if (more.length > 0 || !isFree) return { ...others, ...said, allOf: [only, ...more].filter(Boolean) }
  return { ...others, ...only, ...said }
}
