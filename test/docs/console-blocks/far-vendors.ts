/** The vendors' and a team's addresses that the pages name, on loopback: HTTPS by a certificate of their own, behind a proxy. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startForwardProxy } from '../../forward-proxy.ts'
import { makeCertificate } from '../../tls-upstream.ts'
import { startAuthorizationServer } from '../../upstream-mcp/authorization-server.ts'
import { sendJson, startToolServer } from '../../upstream-mcp/tool-server.ts'

const text = { type: 'string' }
const bearer = { bearer: { type: 'http', scheme: 'bearer' } }

const responses = { 200: { description: 'ok' } }
/** A document of version 3 with a read and a write. */
const documentOf = (title: string, server: string, path: string, things: string): object => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  servers: [{ url: server }],
  security: [{ bearer: [] }],
  components: { securitySchemes: bearer },
  paths: {
    [path]: { get: { operationId: `list${things}`, summary: `List the ${things}`, responses } },
    [`${path}/search`]: { post: { operationId: `search${things}`, summary: `Search the ${things}`, responses } },
  },
})

/** As Gitea's: of version 2, without a host, and with the key in a header. */
const gitea = {
  swagger: '2.0',
  info: { title: 'Gitea API', version: '1' },
  basePath: '/api/v1',
  consumes: ['application/json'],
  securityDefinitions: { AuthorizationHeaderToken: { type: 'apiKey', name: 'Authorization', in: 'header' } },
  security: [{ AuthorizationHeaderToken: [] }],
  paths: {
    '/repos/{owner}/{repo}/issues': {
      post: {
        operationId: 'createIssue',
        summary: 'Create an issue',
        parameters: [
          ...['owner', 'repo'].map((name) => ({ name, in: 'path', required: true, ...text })),
          { name: 'body', in: 'body', schema: { type: 'object', properties: { title: text }, required: ['title'] } },
        ],
        responses: { 201: { description: 'made' } },
      },
    },
  },
}

const documents: Readonly<Record<string, object>> = {
  'raw.githubusercontent.com': documentOf('Resend', 'https://api.resend.com', '/domains', 'Domains'),
  'developer.atlassian.com': documentOf('Confluence', 'https://api.atlassian.com/wiki', '/labels', 'Labels'),
  'git.team.internal': gitea,
}

const tool = (name: string) => ({
  name,
  description: 'Looks',
  annotations: { readOnlyHint: name !== 'save_it' },
  inputSchema: { type: 'object', properties: { words: text } },
})
const linear = 'https://mcp.linear.app'

/**
 * Names with an address of anybody, in place of a name server: the gateway asks for one before it asks the proxy, which opens each tunnel to
 * the server below.
 */
const preloadOf = (names: readonly string[]): string => {
  const addresses = names.map((name) => [name, name.endsWith('.internal') ? '10.9.9.9' : '93.184.215.14'])
  return `const { lookup } = Bun.dns
const addresses = new Map(${JSON.stringify(addresses)})
Bun.dns.lookup = async (name, options) => {
  const address = addresses.get(name)
  return address ? [{ address, family: 4, ttl: 1 }] : lookup(name, options)
}
`
}

/** `token`: one that the MCP server of Linear takes beside those of its sign-in. */
export const startFarVendors = async (folder: string, token: string) => {
  const closed = await startToolServer({
    name: 'Linear',
    tools: [tool('list_issues'), tool('get_issue'), tool('save_it')],
  })
  const team = await startToolServer({ tools: [tool('search')] })
  const authorization = startAuthorizationServer({ resource: () => `${linear}/mcp`, at: linear })
  const metadata = '/.well-known/oauth-protected-resource/mcp'
  closed.state.pages = { [metadata]: { resource: `${linear}/mcp`, authorization_servers: [authorization.issuer] } }
  closed.play((_, response, { headers }) => {
    if (headers.authorization === `Bearer ${token}` || authorization.isValid(headers.authorization)) return false
    const challenge = `Bearer resource_metadata="${linear}${metadata}"`
    sendJson(response, { error: 'invalid_token' }, 401, { 'www-authenticate': challenge })
    return true
  })
  /** The bodies of the calls of Gitea. */
  const issues: unknown[] = []
  const places: Readonly<Record<string, string>> = {
    'mcp.linear.app': closed.origin,
    'mcp.team.internal': team.origin,
  }
  mkdirSync(folder)
  const names = [...Object.keys(documents), ...Object.keys(places)]
  const { certificate, key } = makeCertificate(folder, names)
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert: Bun.file(certificate), key: Bun.file(key) },
    async fetch(request) {
      const { hostname, pathname, search } = new URL(request.url)
      if (hostname === 'git.team.internal' && request.method === 'POST') {
        issues.push({ pathname, key: request.headers.get('authorization'), body: await request.json() })
        return Response.json({ number: 1 }, { status: 201 })
      }
      if (documents[hostname]) return Response.json(documents[hostname])
      const origin = /^\/as\b|\/as$/.test(pathname) ? authorization.own : places[hostname]
      const { method, headers } = request
      const body = method === 'GET' ? undefined : await request.arrayBuffer()
      return fetch(`${origin}${pathname}${search}`, { method, headers, ...(body && { body }), redirect: 'manual' })
    },
  })
  const proxy = await startForwardProxy(server.port)
  const preloaded = join(folder, 'names.ts')
  writeFileSync(preloaded, preloadOf(names))
  return {
    env: {
      OUTGOING_PROXY: `http://${proxy.host}`,
      NODE_EXTRA_CA_CERTS: certificate,
      BUN_OPTIONS: `--preload=${preloaded}`,
    },
    issues,
    /** As a browser does that a link is opened in: it goes back to the program that waits. */
    async open(link: string): Promise<void> {
      const at = await fetch(link.replace(linear, authorization.own), { redirect: 'manual' })
      await fetch(at.headers.get('location') ?? '')
    },
    async stop(): Promise<void> {
      proxy.stop()
      await Promise.all([closed.stop(), team.stop(), authorization.stop(), server.stop(true)])
    },
  }
}
