import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { afterAll, describe, expect, test } from 'vitest'
import { ClosedToolServer } from '../import/index.ts'
import { documentOf } from '../import/testing/slice-of.ts'
import { identify } from './identify.ts'

const document = JSON.stringify(documentOf({ '/books': { get: { operationId: 'listBooks' } } }))
const html = (inside: string) => `<!DOCTYPE html><html><head><title>API</title></head><body>${inside}</body></html>`
const json = (value: unknown, init?: ResponseInit) => Response.json(value, init)
const page = (inside: string) => new Response(html(inside), { headers: { 'content-type': 'text/html' } })
/** A server of the older era that anybody may ask. */
const answerMessage = async (request: Request, write: (message: unknown) => Response = json): Promise<Response> => {
  const { id, method } = (await request.json()) as { readonly id?: number; readonly method: string }
  if (id === undefined) return new Response(null, { status: 202 })
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'shelves', version: '1' },
    },
    'tools/list': { tools: [{ name: 'find_book', inputSchema: { type: 'object' } }] },
  }
  const result = results[method]
  return write(result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } })
}
const event = (value: unknown) => `event: message\ndata: ${JSON.stringify(value)}\n\n`

/** Answers by path; what stands under POST answers that alone. */
const answers: Record<string, (request: Request) => Response | Promise<Response>> = {
  '/openapi.json': () => new Response(document),
  '/no-extension': () => new Response(document, { headers: { 'content-type': 'text/plain' } }),
  '/swagger.yaml': () => new Response('swagger: "2.0"\ninfo: {title: Shelves, version: "1"}\npaths: {}\n'),
  '/service-desc': () => page('<link rel="service-desc" type="application/json" href="/openapi.json">'),
  '/redoc': () => page('<redoc spec-url="openapi.json"></redoc>'),
  '/swagger-ui': () => page(`<script>SwaggerUIBundle({ url: "/openapi.json", dom_id: "#ui" })</script>`),
  '/link': () => page('Get the <a href="/files/shelves-openapi.yaml?v=2&amp;x=1">document</a>'),
  '/names-mcp': () => page('<code>https://mcp.shelves.com/mcp</code>'),
  '/comments': () => new Response('<!---->\n'.repeat(40)),
  '/commented': () => new Response(`<!-- a --> <!-- b -->\n${html('<redoc spec-url="openapi.json"></redoc>')}`),
  '/welcome': () => page('<h1>Welcome to our API</h1><a href="/pricing">Pricing</a>'),
  '/postman': () => json({ info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' }, item: [] }),
  '/async': () => json({ asyncapi: '3.0.0', channels: {} }),
  '/graphql-schema': () => new Response('type Query {\n  books: [Book]\n}\n'),
  '/raml': () => new Response('#%RAML 1.0\ntitle: Shelves\n'),
  '/wsdl': () => new Response('<?xml version="1.0"?><definitions name="Shelves"/>'),
  '/discovery': () => json({ kind: 'discovery#restDescription', discoveryVersion: 'v1' }),
  '/config': () => json({ mcpServers: { shelves: { url: 'https://mcp.shelves.com/mcp' }, local: { command: 'npx' } } }),
  '/local-config': () => json({ mcpServers: { local: { command: 'npx' } } }),
  '/registry-entry': () =>
    json({ name: 'com.shelves/mcp', remotes: [{ type: 'streamable-http', url: 'https://mcp.shelves.com/mcp' }] }),
  '/list': () => json([1, 2]),
  '/empty': () => json({}),
  '/moved': () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.com/openapi.json' } }),
  '/closed': () => json({ message: 'sign in' }, { status: 403 }),
  'POST /mcp': (request) => answerMessage(request),
  '/mcp': () => new Response(null, { status: 405 }),
  // The stream stays open after the answer.
  'POST /mcp-stream': (request) =>
    answerMessage(
      request,
      (message) =>
        new Response(new ReadableStream({ start: (stream) => stream.enqueue(event(message)) }), {
          headers: { 'content-type': 'text/event-stream' },
        }),
    ),
  '/mcp-stream': () => new Response(null, { status: 406 }),
  'POST /mcp-landing': (request) => answerMessage(request),
  '/mcp-landing': () => page('<h1>This is our MCP server</h1>'),
  'POST /mcp-oauth': () =>
    json(
      { error: 'invalid_token' },
      { status: 401, headers: { 'www-authenticate': 'Bearer resource_metadata="https://shelves.com/.well-known/x"' } },
    ),
  '/mcp-oauth': () => json({}, { status: 401 }),
  'POST /mcp-unnamed': () => json({}, { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
  '/mcp-unnamed': () => json({}, { status: 401 }),
  '/.well-known/oauth-protected-resource/mcp-unnamed': ({ url }) =>
    json({ resource: `${new URL(url).origin}/mcp-unnamed` }),
  'POST /mcp-key': () => json({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'who?' } }, { status: 401 }),
  '/mcp-key': () => json({}, { status: 401 }),
  'POST /mcp-broken': async (request) => {
    const { method } = (await request.clone().json()) as { readonly method: string }
    return method === 'tools/list' ? new Response('oh', { status: 500 }) : answerMessage(request)
  },
  '/mcp-broken': () => new Response(null, { status: 405 }),
  'POST /json-rpc': () => json({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } }),
  '/json-rpc': () => new Response(null, { status: 405 }),
  '/swagger-ui/index.html': () =>
    page('<script src="./swagger-ui-bundle.js"></script><script src="./swagger-initializer.js"></script>'),
  '/swagger-ui/swagger-initializer.js': () => new Response('SwaggerUIBundle({ url: "/v2/openapi.json" })'),
  '/spring/index.html': () => page('<script src="./swagger-initializer.js"></script>'),
  '/spring/swagger-initializer.js': () =>
    new Response('SwaggerUIBundle({ url: "", "configUrl" : "/v3/api-docs/swagger-config" })'),
  '/v3/api-docs/swagger-config': () => json({ configUrl: '/v3/api-docs/swagger-config', url: '/v3/api-docs' }),
  '/': () => json({ Hello: 'World' }),
  '/catalog': () => json({ linkset: [{ anchor: '/', 'service-desc': [{ href: '/openapi.json' }] }] }),
  '/resource': () =>
    json({ resource: 'https://mcp.shelves.com/mcp', authorization_servers: ['https://a.shelves.com'] }),
  '/sign-in': () => json({ issuer: 'https://a.shelves.com', authorization_endpoint: 'https://a.shelves.com/a' }),
  '/readme.md': () => new Response('# Shelves\n\nThe document: [openapi.yaml](openapi.yaml)\n'),
  '/insomnia': () => json({ _type: 'export', __export_format: 4, resources: [] }),
  '/api.zip': () => new Response(Buffer.from('504b0304140000000800', 'hex')),
  '/api.gz': () => new Response(Bun.gzipSync(Buffer.from(document))),
  '/sse': () =>
    new Response(new ReadableStream({ start: (stream) => stream.enqueue('event: endpoint\ndata: /messages\n\n') }), {
      headers: { 'content-type': 'text/event-stream' },
    }),
  '/api': () => json({ error: 'unauthorized' }, { status: 401 }),
}

const served = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request) => {
    const { pathname } = new URL(request.url)
    const respond =
      answers[`${request.method} ${pathname}`] ?? (request.method === 'GET' ? answers[pathname] : undefined)
    return respond?.(request) ?? new Response('not found', { status: 404 })
  },
})
const folder = mkdtempSync(join(tmpdir(), 'identify-'))
afterAll(() => {
  served.stop(true)
  rmSync(folder, { recursive: true })
})

const origin = `http://127.0.0.1:${served.port}`
const fetcher = createFetcher({ allowed: parseAllowedHosts(`127.0.0.1:${served.port}`) })
const identified = (path: string) => identify(origin + path, fetcher)

describe('what answers at an address is', () => {
  test.each(['/openapi.json', '/no-extension', '/swagger.yaml'])(
    'an OpenAPI document, by what is in it: %s',
    async (path) => {
      expect(await identified(path)).toMatchObject({ kind: 'openapi', source: origin + path })
    },
  )

  test.each(['/mcp', '/mcp-stream', '/mcp-landing'])('an MCP server, with its tools: %s', async (path) => {
    expect(await identified(path)).toMatchObject({
      kind: 'mcp',
      source: origin + path,
      server: { title: 'shelves', isClosed: false, tools: [{ name: 'find_book' }] },
    })
  })

  test.each(['/mcp-oauth', '/mcp-unnamed', '/mcp-key'])(
    'an MCP server that lists its tools to known callers only: %s',
    async (path) => {
      const source = await identified(path)
      expect(source).toMatchObject({ kind: 'mcp', source: origin + path })
      expect(source.kind === 'mcp' && source.server).toBeInstanceOf(ClosedToolServer)
    },
  )

  test.each([
    ['/service-desc', '/openapi.json'],
    ['/redoc', '/openapi.json'],
    ['/commented', '/openapi.json'],
    ['/swagger-ui', '/openapi.json'],
    ['/link', '/files/shelves-openapi.yaml?v=2&x=1'],
    ['/swagger-ui/index.html', '/v2/openapi.json'],
    ['/spring/index.html', '/v3/api-docs/swagger-config'],
    ['/v3/api-docs/swagger-config', '/v3/api-docs'],
    ['/readme.md', '/openapi.yaml'],
    ['/catalog', '/openapi.json'],
    ['/', '/openapi.json'],
  ])('a page that names a document: %s', async (path, named) => {
    expect(await identified(path)).toMatchObject({ kind: 'names', names: [{ address: origin + named }] })
  })

  test.each(['/names-mcp', '/config', '/registry-entry', '/resource'])(
    'something that names a server: %s',
    async (path) => {
      expect(await identified(path)).toMatchObject({
        kind: 'names',
        names: [{ address: 'https://mcp.shelves.com/mcp' }],
      })
    },
  )

  test.each([
    ['/welcome', /is a web page that names no OpenAPI document and no MCP server: look there for a link/],
    ['/postman', /is a Postman collection: export/],
    ['/async', /is an AsyncAPI document/],
    ['/graphql-schema', /is the schema of a GraphQL API/],
    ['/raml', /is a RAML document/],
    ['/wsdl', /is XML, such as a WSDL/],
    ['/discovery', /is a discovery document of Google/],
    ['/sign-in', /is the metadata of a sign-in/],
    ['/insomnia', /is an export of Insomnia/],
    ['/api.zip', /is a ZIP archive: unpack it/],
    ['/api.gz', /is packed by gzip: unpack it/],
    ['/sse', /is a stream of events: an MCP server of the transport before.*it is often http.*\/mcp$/],
    ['/local-config', /is a configuration of local MCP servers/],
    ['/list', /is no OpenAPI document/],
    ['/comments', /is no OpenAPI document/],
    ['/empty', /is no OpenAPI document: it has neither "openapi" nor "swagger"/],
    ['/moved', /leads to https:\/\/elsewhere\.com\/openapi\.json: give that address/],
    ['/closed', /answers 403: it is for signed-in people/],
    ['/missing', /answers 404, and no MCP server is there/],
    ['/json-rpc', /answers 405, and no MCP server is there/],
    ['/api', /answers 401: it is for signed-in people.*an MCP server needs a token, --token-file/],
    ['/mcp-broken', /answered 500: is it an MCP server/],
  ])('neither, which is told in words: %s', async (path, words) => {
    await expect(identified(path)).rejects.toThrow(words)
  })
})

test.each([
  ['shelves', document, { kind: 'openapi' }],
  ['shelves.html', html('<redoc spec-url="https://shelves.com/openapi.json">'), { kind: 'names' }],
])('a file is what is in it, whatever its name: %s', async (name, text, kind) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  expect(await identify(path, fetcher)).toMatchObject(kind)
})
