type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Kinds of files by their first bytes (RFC 1952; PKWARE's APPNOTE). */
const beginnings: readonly (readonly [bytes: readonly number[], words: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive: unpack it, and give the document in it'],
  [[0x1f, 0x8b], 'packed by gzip: unpack it, and give the document in it'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF, and no document of an API'],
]

/** Says in words what bytes are that are no text; `undefined`: they may be one. */
export const describeBytes = (bytes: Uint8Array): string | undefined =>
  beginnings.find(([first]) => first.every((byte, index) => bytes[index] === byte))?.[1]

/** Kinds of files that are often taken for a document, and what to do. */
const kinds: readonly (readonly [test: (root: Members) => boolean, words: string])[] = [
  [
    (root) => typeof root.asyncapi === 'string',
    'an AsyncAPI document, of messages and not of calls: look for the OpenAPI document beside it',
  ],
  [(root) => typeof root.swaggerVersion === 'string', 'a document of Swagger 1: convert it to OpenAPI 3 first'],
  [
    (root) => isObject(root.info) && /getpostman/.test(String(root.info.schema)),
    'a Postman collection: export the API as OpenAPI in Postman, and give that file',
  ],
  [
    (root) => root.kind === 'discovery#restDescription' || typeof root.discoveryVersion === 'string',
    'a discovery document of Google, which is not read yet: its OpenAPI form is in github.com/APIs-guru/openapi-directory',
  ],
  [
    (root) => isObject(root.data) && Object.hasOwn(root.data, '__schema'),
    'the schema of a GraphQL API, which is not read: write its actions by hand (docs/first-provider.md)',
  ],
  [
    (root) => isObject(root.mcpServers),
    'a configuration of local MCP servers: only remote ones can be added, by their URL',
  ],
  [
    (root) => root._type === 'export' || typeof root.__export_format === 'number',
    'an export of Insomnia: export the design document there, and give that file',
  ],
  [
    (root) => typeof root.issuer === 'string' && typeof root.authorization_endpoint === 'string',
    'the metadata of a sign-in, and no document of an API',
  ],
  [
    (root) => isObject(root.log) && Array.isArray(root.log.entries),
    'a recording of requests (HAR), and no document of an API',
  ],
  [
    (root) => typeof root.arazzo === 'string',
    'an Arazzo document, of workflows: give the OpenAPI document that it names',
  ],
  [(root) => typeof root.overlay === 'string', 'an OpenAPI overlay: give the document that it belongs to'],
  [
    (root) => Object.hasOwn(root, '$schema') && !Object.hasOwn(root, 'paths'),
    'a JSON Schema, and no document of an API',
  ],
  [(root) => Object.hasOwn(root, 'paths'), 'a document without "openapi" or "swagger", which say its version'],
]

/** Says in words what an object is that isn't an OpenAPI document, and what to do. */
export const describeOther = (root: Members): string =>
  kinds.find(([test]) => test(root))?.[1] ?? 'no OpenAPI document: it has neither "openapi" nor "swagger"'

/** The same for a text that isn't JSON or YAML; `undefined`: it may be one of them. */
export const describeText = (text: string): string | undefined => {
  if (/^\s*#%RAML/.test(text)) return 'a RAML document: convert it to OpenAPI 3 first'
  if (/^\s*(?:<\?xml|<(?:\w+:)?definitions)\b/.test(text)) return 'XML, such as a WSDL document, which is not read'
  if (
    /^\s*(?:"""[\s\S]*?"""\s*)?(?:schema|type\s+\w+|extend\s+type\s+\w+|input\s+\w+)[^\n:]*\{\s*$/m.test(
      text.slice(0, 2000),
    )
  )
    return 'the schema of a GraphQL API, which is not read: write its actions by hand (docs/first-provider.md)'
  return undefined
}
