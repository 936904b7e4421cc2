import type { OpenApiDocument, OpenApiSchema, PlacedOperation } from './document.ts'

type Schemas = OpenApiDocument['components']['schemas']

/** Deeper members are left out of an example. */
const deepest = 4

const byType: Readonly<Record<string, unknown>> = { string: 'text', integer: 1, number: 1, boolean: true, null: null }

/** A value that a schema itself names. */
const findExample = ({ example, examples, const: fixed, enum: among, default: usual }: OpenApiSchema): unknown =>
  [example, examples?.[0], fixed, usual, among?.[0]].find((value) => value !== undefined)

/** An example of the schema: its required members, with what the schema names as examples. */
const sampleValue = (schema: OpenApiSchema, schemas: Schemas, depth = 0): unknown => {
  const own = findExample(schema)
  if (own !== undefined) return own
  if (schema.$ref !== undefined) return sampleValue(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, depth)
  const [first] = schema.oneOf ?? schema.anyOf ?? []
  if (first) return sampleValue(first, schemas, depth)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleValue(part, schemas, depth)))
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'array') return schema.items && depth < deepest ? [sampleValue(schema.items, schemas, depth + 1)] : []
  if (type !== 'object' && !schema.properties) return byType[type ?? 'string']
  if (depth >= deepest) return {}
  const members = (schema.required ?? []).map((name) => [
    name,
    sampleValue(schema.properties?.[name] ?? {}, schemas, depth + 1),
  ])
  return Object.fromEntries(members)
}

interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** JSON; `undefined`: none. */
  readonly body: unknown
}

const credentials: Readonly<Record<string, readonly [name: string, value: string]>> = {
  tenantToken: ['Authorization', 'Bearer $TOKEN'],
  adminKey: ['x-admin-key', '$ADMIN_KEY'],
  metricsToken: ['Authorization', 'Bearer $METRICS_TOKEN'],
}

const sampleRequest = (
  { method, path, security, requestBody }: PlacedOperation,
  document: OpenApiDocument,
): SampleRequest => {
  const [scheme = ''] = (security ?? document.security ?? []).flatMap((one) => Object.keys(one))
  const credential = credentials[scheme]
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const isJson = type !== undefined && /[/+]json$/.test(type)
  const [first] = Object.values(content?.examples ?? {})
  const named = content?.example ?? first?.value
  return {
    method,
    url: path.replaceAll('{tenant}', 'acme').replaceAll(/\{(\w+)\}/g, '<$1>'),
    headers: [...(credential ? [credential] : []), ...(type === undefined ? [] : [['Content-Type', type] as const])],
    body: isJson ? (named ?? sampleValue(content?.schema ?? {}, document.components.schemas)) : undefined,
  }
}

/** A text in single quotes of a shell. */
const quoteShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const curl = ({ method, url, headers, body }: SampleRequest): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$PATCHBAY_URL${url}"`,
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d ${quoteShell(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ')

const fillJavaScript = (value: string): string =>
  /\$[A-Z]/.test(value)
    ? `\`${value.replaceAll(/\$([A-Z_]+)/g, (_, name) => `\${process.env.${name}}`)}\``
    : `'${value}'`

const javaScript = ({ method, url, headers, body }: SampleRequest): string => {
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    `headers: { ${headers.map(([name, value]) => `'${name}': ${fillJavaScript(value)}`).join(', ')} }`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body, null, 2)})`]),
  ]
  return `const response = await fetch(\`\${process.env.PATCHBAY_URL}${url}\`, {\n${options.map((line) => `  ${line.replaceAll('\n', '\n  ')},`).join('\n')}\n})\nconsole.log(await response.json())`
}

const fillPython = (value: string): string => {
  const filled = value.replaceAll(/\$([A-Z_]+)/g, (_, name) => `{os.environ['${name}']}`)
  return filled === value ? JSON.stringify(value) : `f"${filled}"`
}

/** JSON's words in Python's: strings are left as they are. */
const toPython = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/("(?:\\.|[^"\\])*")|\b(true|false|null)\b/g, (whole, text, word) =>
    text === undefined ? ({ true: 'True', false: 'False', null: 'None' }[word as string] ?? whole) : whole,
  )

const python = ({ method, url, headers, body }: SampleRequest): string =>
  [
    'import os, requests\n',
    `response = requests.${method.toLowerCase()}(`,
    `    f"{os.environ['PATCHBAY_URL']}${url}",`,
    `    headers={${headers.map(([name, value]) => `"${name}": ${fillPython(value)}`).join(', ')}},`,
    ...(body === undefined ? [] : [`    json=${toPython(body).replaceAll('\n', '\n    ')},`]),
    ')\nprint(response.json())',
  ].join('\n')

/** The same request in three languages. */
export const codeSamples = (
  operation: PlacedOperation,
  document: OpenApiDocument,
): readonly (readonly [language: string, code: string])[] => {
  const request = sampleRequest(operation, document)
  return [
    ['curl', curl(request)],
    ['JavaScript', javaScript(request)],
    ['Python', python(request)],
  ]
}
