import type { JsonSchema, References } from '@patchbay/core/schema'

/** Values of formats, which the samples' texts would miss. */
const ofFormat: Readonly<Record<string, string>> = {
  date: '2026-11-23',
  'date-time': '2026-11-23T04:00:00Z',
  uuid: '7f1c9d0e-3a52-4a0b-9d3e-2f6f3c1b8a55',
  uri: 'https://example.com/',
  email: 'ada@example.com',
}

/** Deeper members are left out, or take any value if they are required: documents have circles. */
const mostDepth = 4

const merged = (all: readonly JsonSchema[]): JsonSchema => ({
  ...Object.assign({}, ...all),
  properties: Object.assign({}, ...all.map(({ properties }) => properties)),
  required: all.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
})

/** A schema of a document in the keywords that samples are made of: without references, `allOf`, `oneOf` and lists of types. */
export const expanded = (schema: JsonSchema, references: References, depth = 0): JsonSchema => {
  const inner = (value: unknown, deeper = 0): JsonSchema => expanded(value as JsonSchema, references, depth + deeper)
  if (typeof schema.$ref === 'string') {
    return depth >= mostDepth ? {} : inner(Object(references[schema.$ref]), 1)
  }
  const { allOf, oneOf, type, properties, items, anyOf = oneOf, format, additionalProperties: rest } = schema
  const required = (schema.required ?? []) as readonly string[]
  if (Array.isArray(allOf)) return inner(merged([{ ...schema, allOf: undefined }, ...allOf.map((one) => inner(one))]))
  return {
    ...schema,
    ...(Array.isArray(type) && { type: type[0] }),
    ...(typeof format === 'string' && ofFormat[format] !== undefined && { examples: [ofFormat[format]] }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((one) => inner(one)) }),
    ...(items !== undefined && { items: inner(items, 1) }),
    ...(typeof rest === 'object' && rest !== null && { additionalProperties: inner(rest, 1) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as object)
          .filter(([name, one]) => depth + 1 < mostDepth || required.includes(name) || !one.$ref)
          .map(([name, one]) => [name, inner(one, 1)]),
      ),
    }),
  }
}
