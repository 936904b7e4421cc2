import { sample } from '@stoplight/json-schema-sampler'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Imported } from '../../codegen/import/convert/to-slice.ts'
import { followReferences, isNode, type Node, resolveNode, toNode } from '../../codegen/import/read/node.ts'
import type { SliceAction } from '../../core/imported/slice/slice.ts'

/** Values for an operation, made of the document alone: of the import only the action's media type is known here. */
export interface Sample {
  /** The values by place and the document's name: `query page`. */
  readonly parameters: ReadonlyMap<string, unknown>
  /** `undefined`: none is sent. */
  readonly body: unknown
  /** The media type of the body. */
  readonly media?: string
}

/**
 * A value without examples, which often contradict their schemas; a member named `example` stays. References to files
 * that don't exist, and all in vendors' own `x-` members, are dropped: Prism would look for the file, and the import keeps no such member.
 */
export const withoutExamples = (value: unknown, isMembers = false, isOwn = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutExamples(item, false, isOwn))
  if (!isNode(value)) return value
  if (!isMembers && typeof value.$ref === 'string' && (isOwn || !value.$ref.startsWith('#'))) return {}
  const members = Object.entries(value).filter(
    ([name]) => isMembers || !(['example', 'examples'].includes(name) || name.startsWith('x-')),
  )
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      withoutExamples(member, name === 'properties' && !isMembers, isOwn || (!isMembers && name.startsWith('x-'))),
    ]),
  )
}

/** References in a part of the document, made to mean the document's. */
const located = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(located)
  if (!isNode(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === '$ref' && typeof member === 'string' ? [name, `document${member}`] : [name, located(member)],
    ),
  )
}

/** Makes samples of a document's schemas, and sets those aside that its own schemas refuse. */
export const createSampler = (root: Node) => {
  const is31 = String(root.openapi).startsWith('3.1')
  const ajv = new (is31 ? Ajv2020 : Ajv)({ strict: false, logger: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(root, 'document', undefined, false)

  const isGood = (schema: unknown, value: unknown): boolean => {
    try {
      return ajv.compile(located(schema) as Node)(value) === true
    } catch {
      // Ajv can't read the schema, so nobody can say whether the sample is good.
      return false
    }
  }

  /** `undefined`: no good sample. */
  return (schema: unknown, onlyRequired: boolean): { readonly value: unknown } | undefined => {
    const options = { skipReadOnly: true, skipNonRequired: onlyRequired, quiet: true, maxSampleDepth: 8 }
    try {
      const value = sample(structuredClone(schema) as never, options, root as never)
      return value !== undefined && isGood(schema, value) ? { value } : undefined
    } catch {
      return undefined
    }
  }
}

type Sampler = ReturnType<typeof createSampler>

/** The media type that the action writes, as the document spells it. */
const mediaOf = (content: Node, { encoding, media }: SliceAction): string | undefined => {
  const all = Object.keys(content)
  const begins = {
    form: 'application/x-www-form-urlencoded',
    multipart: 'multipart/',
    text: 'text/',
    bytes: '',
    json: '',
  }
  const wanted = media ?? begins[encoding ?? 'json']
  const isJson = (type: string): boolean => /^application\/(.*\+)?json\b/.test(type) || type === '*/*'
  if (wanted === '') return all.find(encoding === 'bytes' ? (type) => !isJson(type) : isJson) ?? all[0]
  return all.find((type) => type.startsWith(wanted)) ?? all[0]
}

/** The schema as a reader of the description takes it: Google calls moments so in words alone. */
const schemaOf = (parameter: Node): unknown => {
  const [media] = Object.values(toNode(parameter.content))
  const schema = parameter.schema ?? toNode(media).schema ?? {}
  const isMoment = toNode(schema).type === 'string' && /\bRFC ?3339 timestamp\b/i.test(String(parameter.description))
  return isMoment ? { ...toNode(schema), format: 'date-time' } : schema
}

/** Outside a body, these can't be told from no value. */
const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.every(isNothing))

/** A sample with all parameters or with those alone that are required; `undefined`: the document's schemas have no good one. */
export const sampleOf = (
  root: Node,
  sampler: Sampler,
  { operation, action, credentials }: Imported,
  onlyRequired: boolean,
): Sample | undefined => {
  const parameters = new Map<string, unknown>()
  for (const { node } of operation.parameters) {
    const key = `${node.in} ${node.name}`
    if (credentials.includes(key) || (onlyRequired && node.required !== true)) continue
    const sampled = sampler(schemaOf(node), onlyRequired)
    const found = isNothing(sampled?.value) ? undefined : sampled
    if (!found && node.required === true) return undefined
    if (found) parameters.set(key, found.value)
  }
  for (const [, name = ''] of operation.path.matchAll(/\{([^{}]+)\}/g)) {
    if (!operation.parameters.some(({ node }) => node.in === 'path' && node.name === name)) {
      parameters.set(`path ${name}`, 'undeclared')
    }
  }
  const body = followReferences(root, operation.node.requestBody, '')?.node
  const content = toNode(body?.content)
  const type = mediaOf(content, action)
  const { schema } = toNode(content[type ?? ''])
  if (!body || type === undefined || (onlyRequired && !needsBody(root, body, schema)))
    return { parameters, body: undefined }
  const found = schema === undefined ? { value: 'text' } : sampler(schema, onlyRequired)
  if (!found) return undefined
  // Nothing but a text can be sent as one, whatever the schema doesn't say.
  const value = action.encoding === 'text' ? String(found.value) : found.value
  return { parameters, body: value, media: type.includes('*') ? 'application/octet-stream' : type }
}

/**
 * True if every call has a body. Most documents forget to say that a body is required; an action made of the body's
 * members requires those that the schema does, and so does this check.
 */
const needsBody = (root: Node, body: Node, schema: unknown): boolean => {
  const { required, allOf } = resolveNode(root, schema)
  const parts = Array.isArray(allOf) ? allOf : []
  return (
    body.required === true ||
    (Array.isArray(required) && required.length > 0) ||
    parts.some((part) => needsBody(root, {}, part))
  )
}
