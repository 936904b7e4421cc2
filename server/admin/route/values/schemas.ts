import { accessPatternSchema, mostPatterns } from '@patchbay/core/access'
import { idPattern } from '@patchbay/core/schema'
import type { UnixSeconds } from '@patchbay/core/time'
import Type from 'typebox'

/** Members that aren't declared are refused. */
export const closed = { additionalProperties: false } as const

export const orNull = <S extends Type.TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** A moment in an answer. */
export const instant = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) })

export const unixSeconds = (description: string) => Type.Unsafe<UnixSeconds>(Type.Integer({ minimum: 0, description }))

export const countSchema = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description !== undefined && { description }) })

/** The id of a tenant or an account. */
export const idSchema = (description: string) => Type.String({ pattern: idPattern, description })

/** A text to look for. */
export const searchText = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^[^\\u0000-\\u001f]*$',
    errorMessage: 'must have no control characters',
    description: `${description}, in any case`,
  })

/** The id of a provider. */
export const providerId = (description: string) =>
  Type.String({
    pattern: '^[a-z][a-z0-9-]{0,23}$',
    errorMessage:
      'must have only lower-case letters, digits and -, begin with a letter, and have at most 24 characters',
    description,
  })

/** The id of a token or an admin key in answers and in the audit log. */
export const hashId = (description = 'The first 12 hex digits of the hash') =>
  Type.String({
    pattern: '^[0-9a-f]{12}$',
    errorMessage: 'must be 12 hex digits, 0 to 9 and a to f in lower case: the beginning of its hash',
    description,
    examples: ['3f8a1c09b2d4'],
  })

export const grantId = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  errorMessage: 'must be the id of a grant, a UUID in lower case',
  description: "The grant's id, a UUID",
})

/** A list of access patterns, of `allow` or `deny`. */
export const accessPatterns = (description: string) =>
  Type.Unsafe<readonly string[]>(
    Type.Array(Type.String(accessPatternSchema), {
      maxItems: mostPatterns,
      description,
      examples: [['hubspot:read', 'stripe:create_refund@live']],
    }),
  )
