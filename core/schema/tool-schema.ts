import type { TSchema } from 'typebox'
import { plain, type Schema } from './widen.ts'

/** Like `plain`, but without the keyword `examples`, which some models' APIs refuse. */
export const toolSchema = (schema: TSchema): Schema =>
  JSON.parse(JSON.stringify(plain(schema)), (_, value) => {
    // Only the keyword is a list; a member named `examples` is a schema.
    if (!Array.isArray(value?.examples)) return value
    const { examples: _examples, ...rest } = value
    return rest
  }) as Schema
