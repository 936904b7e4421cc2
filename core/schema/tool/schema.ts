import type { TSchema } from 'typebox'
import { type JsonSchema, toJsonSchema } from '../json-schema/json-schema.ts'

/** Like `plain`, but without the keyword `examples`, which some models' APIs refuse. */
export const toolSchema = (schema: TSchema): JsonSchema =>
  JSON.parse(JSON.stringify(toJsonSchema(schema)), (_, value) => {
    // Only the keyword is a list; a member named `examples` is a schema.
    if (!Array.isArray(value?.examples)) return value
    const { examples: _examples, ...rest } = value
    return rest
  }) as JsonSchema
