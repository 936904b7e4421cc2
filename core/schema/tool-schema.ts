import type { TSchema } from 'typebox'
import { plain, type Schema } from './widen.ts'

/** As `plain`, without `examples`: a word of JSON Schema that some models' APIs refuse. */
export const toolSchema = (schema: TSchema): Schema =>
  JSON.parse(JSON.stringify(plain(schema)), (_, value) => {
    // A list, so it is the keyword and no member of that name.
    if (!Array.isArray(value?.examples)) return value
    const { examples: _examples, ...rest } = value
    return rest
  }) as Schema
