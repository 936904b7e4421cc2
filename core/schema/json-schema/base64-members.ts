import { isJsonSchema, type JsonSchema } from './json-schema.ts'
import { dereferenceSchema, type References } from './references.ts'

/** Members deeper in an answer, and more of them, aren't looked for. */
const deepest = 6
const most = 20

/** True for a text of bytes, as JSON Schema (`contentEncoding`) and OpenAPI (`format: byte`) say it. */
const isBase64 = ({ contentEncoding, format }: JsonSchema): boolean =>
  contentEncoding === 'base64' || contentEncoding === 'base64url' || format === 'byte' || format === 'base64'

// The place `/data/*/content` is that of a member of each item.
/** The places of texts of bytes in what a schema describes. A star stands for each item of a list. */
export const listBase64Members = (schema: JsonSchema, references: References, place = '', depth = 0): string[] => {
  const { properties, items, ...own } = dereferenceSchema(schema, references)
  if (place !== '' && isBase64(own)) return [place]
  if (depth === deepest) return []
  const inside = [
    ...Object.entries(Object(properties) as Readonly<Record<string, unknown>>),
    ...(isJsonSchema(items) ? [['*', items] as const] : []),
  ]
  return inside
    .flatMap(([name, member]) =>
      isJsonSchema(member) ? listBase64Members(member, references, `${place}/${name}`, depth + 1) : [],
    )
    .slice(0, most)
}
