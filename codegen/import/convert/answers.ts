import type { AnswerKind } from '@patchbay/core/provider'
import { ofSchema, ofSchemas, readTypes } from '../read/keywords.ts'
import { below, followReferences, isNode, type Node, toNode } from '../read/node.ts'

/**
 * The kind of an operation's successful answer; `undefined`: JSON. Where the document doesn't say it, or says several, the answer
 * itself does.
 */
export const readAnswerKind = (root: Node, operation: Node): AnswerKind | undefined => {
  const responses = Object.entries(toNode(operation.responses))
  const good = responses.filter(([status]) => /^2/.test(status))
  if (good.length === 0 && responses.some(([status]) => /^3/.test(status) && status !== '304')) return 'location'
  // `default` stands for errors if anything else is declared.
  const isAll = responses.every(([status]) => status === 'default')
  const declared = isAll ? responses : good
  const kinds = declared.flatMap(([status, value]) => {
    const response = followReferences(root, value, below('/responses', status))
    return Object.entries(toNode(response?.node.content)).map(([media, part]) =>
      classifyMedia(root, media.toLowerCase(), part),
    )
  })
  const [kind = 'any', ...others] = new Set(kinds)
  if (others.length > 0) return 'any'
  return kind === 'json' ? undefined : kind
}

/** The schema that a media type has in a document; `undefined`: none. */
const findSchema = (root: Node, part: unknown): Node | undefined =>
  isNode(part) ? followReferences(root, part.schema, '')?.node : undefined

const isBinary = (root: Node, part: unknown): boolean => findSchema(root, part)?.format === 'binary'

const restricting = [
  'enum',
  'const',
  'properties',
  'patternProperties',
  'required',
  'format',
  ...ofSchema,
  ...ofSchemas,
]

/**
 * True if a document says of JSON what it holds. FastAPI writes an empty schema for whatever its author said nothing of, also for pictures, and
 * others write the schema of bytes.
 */
const declaresJson = (root: Node, part: unknown): boolean => {
  if (isNode(part) && part.schema === true) return false
  const schema = findSchema(root, part)
  if (!schema) return true
  if (schema.format === 'binary') return false
  return readTypes(schema) !== undefined || restricting.some((keyword) => schema[keyword] !== undefined)
}

/** Several JSON values one after the other, which are no JSON (RFC 7464). */
const sequence = /[/+](?:x-)?(?:nd-?json|json-?l(?:ines)?|json-?seq|json-?stream)\b|\/stream\+json\b/

const classifyMedia = (root: Node, media: string, part: unknown): AnswerKind => {
  if (sequence.test(media)) return 'text'
  if (/[/+]json(?:$|[-+;\s])/.test(media)) return declaresJson(root, part) ? 'json' : 'any'
  if (/^text\/|[/+](?:xml|yaml|x-yaml|csv|javascript|graphql)/.test(media)) return 'text'
  return media.startsWith('*') && !isBinary(root, part) ? 'any' : 'bytes'
}
