import { type SliceAction, type SliceParameter, withoutMembers } from '@patchbay/core/imported'
import type { Encoding } from '@patchbay/core/provider'
import type { LeftOutList } from '../read/left-out.ts'
import { below, followReferences, isNode, type Node, resolveNode, toNode } from '../read/node.ts'
import type { Operation } from '../read/operations.ts'
import { isSentMediaType } from './accept.ts'
import { collectionStyle, mayBe, mayListObjects, queryStyle, type UnnamedParameter } from './parameters.ts'
import { collectBodyMembers, type Member } from './schemas/members.ts'
import type { DocumentSchemas } from './schemas/schemas.ts'

/** The body of an operation. */
export interface Body extends Pick<SliceAction, 'encoding' | 'media'> {
  readonly candidates: readonly UnnamedParameter[]
}

const none: Body = { candidates: [] }

const bare = (media: string): string => (media.split(';')[0] ?? '').trim().toLowerCase()

/** A media type as the document writes it, in its case and with its parameters but those that the encoding writes: `...+json;version=2`. */
const asWritten = (media: string): string => {
  const parts = media.split(';').map((part) => part.trim())
  const written = parts.filter((part, index) => index === 0 || !/^(?:charset|boundary) *=|^$/i.test(part)).join(';')
  return isSentMediaType(written) ? written : (parts[0] ?? '')
}

/** The encoding for a media type. */
const chooseEncoding = (media: string): Encoding => {
  if (/[/+]json(?:$|[-+])/.test(media)) return 'json'
  if (media === 'application/x-www-form-urlencoded') return 'form'
  if (media.startsWith('multipart/')) return 'multipart'
  if (media.startsWith('text/') || /[/+](?:xml|yaml|x-yaml|graphql|x-ndjson|csv)$/.test(media)) return 'text'
  return 'bytes'
}

const preference: readonly Encoding[] = ['json', 'form', 'multipart', 'text', 'bytes']

/** The media type that callers need to know least about; JSON first, and `application/json` before others of its kind. */
const chosen = (root: Node, content: Node) => {
  const all = Object.entries(content).flatMap(([name, value]) => {
    if (!isNode(value)) return []
    const media = bare(name)
    const usesMembers = followReferences(root, value.schema, '')?.node.format !== 'binary'
    // Any type: JSON is one.
    const encoding = media.includes('*') && usesMembers ? ('json' as const) : chooseEncoding(media)
    return [{ name, media: media.includes('*') ? '' : media, said: asWritten(name), encoding, value }]
  })
  const rank = ({ encoding, media }: (typeof all)[number]): number =>
    preference.indexOf(encoding) * 2 + (media === 'application/json' ? 0 : 1)
  return all.toSorted((a, b) => rank(a) - rank(b))[0]
}

/** Media types that the encoding itself writes. */
const usual: ReadonlySet<string> = new Set([
  '',
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
])

/** `withheld`: members that callers don't have, as they carry credentials. Members that become parameters are left out by themselves. */
export const convertBody = (
  root: Node,
  operation: Operation,
  schemas: DocumentSchemas,
  leftOut: LeftOutList,
  withheld: readonly string[],
): Body => {
  const place = below(operation.pointer, 'requestBody')
  if (operation.node.requestBody === undefined) return none
  const body = followReferences(root, operation.node.requestBody, place)
  const choice = body && chosen(root, toNode(body.node.content))
  if (!body || !choice) {
    leftOut.add('part', place, 'the body has no content that can be read')
    return none
  }
  const { name, encoding, media, said, value } = choice
  const pointer = below(body.pointer, 'content', name, 'schema')
  const members = ['json', 'form', 'multipart'].includes(encoding)
    ? collectBodyMembers(root, value.schema, pointer)
    : undefined
  if (operation.method === 'GET' || operation.method === 'HEAD') {
    // Generators write an empty one at each operation.
    if (members?.size !== 0) leftOut.add('part', place, `a ${operation.method} has no body (RFC 9110, section 9.3.1)`)
    return none
  }
  const required = body.node.required === true && { required: true as const }
  if (!members && encoding === 'multipart' && isBare(root, value)) {
    leftOut.add('part', pointer, 'the body has no names for its parts: files are sent as `file`')
    const parameter = { in: 'body' as const, ...required, schema: files(mayBe(root, value.schema, 'array'), schemas) }
    return { encoding, candidates: [{ place: 'body', as: 'file', parameter }] }
  }
  const about = describeEncoding(isOneText(root, encoding, value) ? 'text' : encoding, media, said)
  // An object without a description may have any members.
  if (!members || members.size === 0) {
    const parameter = {
      in: 'whole' as const,
      ...required,
      ...whole(root, encoding, { ...value, schema: withoutWithheld(root, value.schema, withheld) }, pointer, schemas),
    }
    return { ...about, candidates: [{ place: 'whole', as: 'body', parameter }] }
  }
  return { ...about, candidates: membersAs(root, encoding, value, members, schemas) }
}

const withoutWithheld = (root: Node, schema: unknown, withheld: readonly string[]): unknown =>
  isNode(schema) ? withoutMembers(schema, withheld, (node) => resolveNode(root, node)) : schema

/** True if the parts of a body are files without names. */
const isBare = (root: Node, { schema }: Node): boolean =>
  !mayBe(root, schema, 'object') &&
  (isFile(root, schema) || mayBe(root, schema, 'string') || mayBe(root, schema, 'array'))

const files = (isList: boolean, schemas: DocumentSchemas): SliceParameter['schema'] =>
  isList ? { type: 'array', items: schemas.file() } : schemas.file()

const describeEncoding = (encoding: Encoding, media: string, said: string): Pick<Body, 'encoding' | 'media'> => {
  const isOfCaller = encoding === 'json' || encoding === 'text'
  const isSaid =
    usual.has(media) && !(encoding === 'text' && media !== 'text/plain') && !(isOfCaller && said.includes(';'))
  return {
    ...(encoding !== 'json' && { encoding }),
    ...(!isSaid && encoding !== 'bytes' && media !== '' && { media: said }),
  }
}

/** True if callers write a form as one text. */
const isOneText = (root: Node, encoding: Encoding, { schema }: Node): boolean =>
  encoding === 'form' && mayBe(root, schema, 'string') && !mayBe(root, schema, 'object')

const whole = (
  root: Node,
  encoding: Encoding,
  { schema }: Node,
  pointer: string,
  schemas: DocumentSchemas,
): Pick<SliceParameter, 'schema'> => {
  if (encoding === 'bytes') return { schema: schemas.file() }
  const node = followReferences(root, schema, pointer)?.node
  // Text of another kind, such as XML: what it holds is the vendor's to check.
  if (encoding === 'text') return { schema: node?.type === 'string' ? schemas.of(schema, pointer) : { type: 'string' } }
  return { schema: schema === undefined ? {} : schemas.of(schema, pointer) }
}

/** Bytes, as OpenAPI 3.0 and 3.1 declare them. */
const isFile = (root: Node, value: unknown): boolean => {
  const schema = followReferences(root, value, '')?.node
  if (!schema) return false
  if (schema.type === 'array') return isFile(root, schema.items)
  if (schema.format === 'binary') return true
  const media = schema.contentMediaType
  return typeof media === 'string' && schema.contentEncoding === undefined && !/^text\/|[/+](?:json|xml)$/.test(media)
}

const membersAs = (
  root: Node,
  encoding: Encoding,
  media: Node,
  members: ReadonlyMap<string, Member>,
  schemas: DocumentSchemas,
): UnnamedParameter[] =>
  [...members].map(([name, { parts, required }]) => {
    const [first] = parts
    const how = toNode(toNode(media.encoding)[name])
    const schema = (): SliceParameter['schema'] => {
      if (encoding === 'multipart' && first && isFile(root, first.value)) {
        return files(followReferences(root, first.value, '')?.node.type === 'array', schemas)
      }
      const all = parts.map(({ value, pointer }) => schemas.of(value, pointer))
      return all.length > 1 ? { allOf: all } : (all[0] ?? {})
    }
    const style = encoding === 'form' && first ? formStyle(root, name, how, first.value) : undefined
    const parameter = {
      in: 'body' as const,
      ...(required && { required: true as const }),
      ...(style && { style }),
      schema: schema(),
    }
    return { place: 'body', as: name, parameter }
  })

/** Unless the document says otherwise, objects in forms are nested (`a[b]=c`), as vendors that accept objects do it. */
const formStyle = (root: Node, name: string, how: Node, value: unknown): SliceParameter['style'] => {
  if (name.endsWith('[]')) return undefined
  const collection = collectionStyle(resolveNode(root, value))
  if (collection) return collection
  if (/\bjson\b/.test(String(how.contentType))) return 'json'
  if (mayListObjects(root, value)) return 'indices'
  const style = queryStyle(root, how, value)
  return style === 'explode' && how.style === undefined ? undefined : style
}
