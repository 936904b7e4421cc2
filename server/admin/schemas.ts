import { longestPattern, mostPatterns } from '@patchbay/core/access'
import Type from 'typebox'

/** Members that aren't declared are refused. */
export const closed = { additionalProperties: false } as const

export const orNull = <S extends Type.TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** A moment in an answer. */
export const instant = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) })

export const unixSeconds = (description: string) => Type.Integer({ minimum: 0, description })

export const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description !== undefined && { description }) })

/** What names a token or an admin key in answers and in the audit log. */
export const hashId = Type.String({
  pattern: '^[0-9a-f]{12}$',
  description: 'The first 12 hex digits of the hash',
  examples: ['3f8a1c09b2d4'],
})

/** A list of access patterns, of `allow` or `deny`. */
export const accessPatterns = (description: string) =>
  Type.Unsafe<readonly string[]>(
    Type.Array(Type.String({ minLength: 1, maxLength: longestPattern }), {
      maxItems: mostPatterns,
      description,
      examples: [['hubspot:read', 'stripe:create_refund@live']],
    }),
  )
