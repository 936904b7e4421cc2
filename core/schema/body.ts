import Type from 'typebox'
import type { AnyAction } from '../provider/index.ts'
import { idempotencyKeyPattern } from './idempotency-key.ts'

/**
 * Members of a body that belong to the gateway; no action may have a parameter with such a name. Not all of them are accepted yet:
 * the names are taken together, so that authors of providers rename once.
 */
const reservedParameters = [
  'action',
  'account_id',
  'continuation',
  'result_fields',
  'idempotency_key',
  'repeat',
  'dry_run',
  'approval_id',
  'as_file',
  'fresh',
] as const

export const isReservedParameter = (name: string): boolean => (reservedParameters as readonly string[]).includes(name)

/** The pattern of tenant and account ids. */
export const idPattern = '^[a-z0-9][a-z0-9_-]{0,63}$'
/** The pattern in words, for messages. */
export const idMessage =
  'must have only lower-case letters, digits, - and _, begin with a letter or digit, and have at most 64 characters'
const longestId = 64
const longestKey = 255

/** The pattern of a dotted path in `result_fields`. */
export const fieldPathPattern = '^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){0,9}$'

/** The fields that the caller wants, as dotted paths: of each item if the answer is a list, otherwise of `data`. */
export const resultFields = Type.Array(Type.String({ pattern: fieldPathPattern, maxLength: 1000 }), {
  maxItems: 50,
  description: 'Only these fields of each item, as dotted paths, e.g. properties.email; left out or empty: all',
})

/** The parameter that shows the request of a call instead of sending it. */
export const dryRun = Type.Boolean({
  description: 'true: shows the request that would be sent, and sends nothing',
})

/**
 * The instructions for a write that may be a repeat: over MCP beside its parameters, over REST in headers.
 */
export const repetitionParameters = {
  idempotency_key: Type.String({
    pattern: idempotencyKeyPattern,
    maxLength: longestKey,
    description: 'For a write: a key of your choice. Repeats under the same key are carried out once',
  }),
  repeat: Type.Boolean({ description: 'true: sends a write even if the same one may have been carried out' }),
}

/** The parameter that bypasses the cache: over MCP beside the parameters of a read, over REST in the header `Cache-Control`. */
export const fresh = Type.Boolean({ description: 'true: asks the provider even if its answer is cached' })

/** The parameter that stores bytes as a file, for actions whose answers are bytes. */
export const asFile = Type.Boolean({
  description: 'true: keeps the bytes as a file, and answers with its id and a link for one download',
})

/** True if an action's answer can become a file: it has bytes, or may have. */
export const answersBytes = ({ answer }: Pick<AnyAction, 'answer'>): boolean => answer === 'bytes' || answer === 'any'

/** The exact schema of a REST body for one action: unknown members are refused. */
export const bodySchema = (name: string, action: AnyAction): Type.TObject =>
  Type.Object(
    {
      action: Type.Literal(name),
      account_id: Type.Optional(Type.String({ pattern: idPattern, maxLength: longestId })),
      result_fields: Type.Optional(resultFields),
      dry_run: Type.Optional(dryRun),
      ...(answersBytes(action) && { as_file: Type.Optional(asFile) }),
      ...(action.params as Record<string, Type.TSchema>),
    },
    { additionalProperties: false },
  )
