import type { ErrorCode } from '@patchbay/core/errors'
import { approvalPaths } from './openapi-approvals.ts'
import { jsonContent, ref } from './openapi-components.ts'
import { callErrors, errorsOfCodes } from './openapi-errors.ts'
import { filePaths } from './openapi-files.ts'

const health = { description: 'Health of the service', content: jsonContent(ref('schemas', 'Health')) }

const message = {
  type: 'object',
  description: 'A JSON-RPC 2.0 message of the Model Context Protocol',
  properties: { jsonrpc: { type: 'string', const: '2.0', default: '2.0' } },
  required: ['jsonrpc'],
}

/** The errors of any path, even without authentication, e.g. for a wrong `Host` or while the gateway stops. */
const everywhere: readonly ErrorCode[] = ['VALIDATION_ERROR', 'FORBIDDEN', 'INTERNAL_ERROR', 'UNAVAILABLE']

const text = { type: 'string' }
const texts = { type: 'array', items: text }

/** The metadata of a protected resource (RFC 9728, section 2). */
const resourceMembers = {
  resource: text,
  authorization_servers: texts,
  bearer_methods_supported: texts,
  resource_name: text,
}

/** The authorization server's metadata (RFC 8414, section 2; RFC 9207, section 3; OAuth client ID metadata documents). */
const serverMembers = {
  issuer: text,
  authorization_endpoint: text,
  token_endpoint: text,
  registration_endpoint: text,
  revocation_endpoint: text,
  response_types_supported: texts,
  response_modes_supported: texts,
  grant_types_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  revocation_endpoint_auth_methods_supported: texts,
  code_challenge_methods_supported: texts,
  authorization_response_iss_parameter_supported: { type: 'boolean' },
  client_id_metadata_document_supported: { type: 'boolean' },
}

const metadata = (operationId: string, summary: string, properties: Readonly<Record<string, object>>) => ({
  get: {
    operationId,
    tags: ['OAuth'],
    summary,
    security: [],
    responses: {
      '200': {
        description: 'The metadata',
        content: jsonContent({ type: 'object', properties, required: Object.keys(properties) }),
      },
      ...errorsOfCodes(everywhere),
    },
  },
})

export const serviceTags = [
  { name: 'Calls', description: "Calls of the providers' actions, one path a provider." },
  { name: 'Files', description: 'Files that calls name by their ids.' },
  { name: 'MCP', description: 'The same calls as tools of the Model Context Protocol.' },
  {
    name: 'OAuth',
    description: 'How MCP clients get access tokens; the metadata names the endpoints, which RFCs describe.',
  },
  { name: 'Service', description: 'Health and metrics of the gateway.' },
]

/** The paths that are neither calls nor the admin API. */
export const servicePaths = {
  ...approvalPaths,
  ...filePaths,
  '/mcp': {
    post: {
      operationId: 'mcp',
      tags: ['MCP'],
      summary: 'Send a message of the Model Context Protocol',
      description:
        'Streamable HTTP of the revisions 2026-07-28 and 2025-11-25. The credential is a tenant token, or an access token of the OAuth server.',
      requestBody: { required: true, content: jsonContent(message) },
      responses: {
        '200': {
          description: 'The answer to a request; errors of a call are a part of it',
          content: { ...jsonContent(message), 'text/event-stream': { schema: { type: 'string' } } },
        },
        '202': { description: 'A notification was accepted' },
        ...callErrors,
      },
    },
  },
  '/.well-known/oauth-protected-resource': metadata(
    'protected_resource_metadata',
    'Read the metadata of the gateway as a protected resource (RFC 9728)',
    resourceMembers,
  ),
  '/.well-known/oauth-protected-resource/mcp': metadata(
    'mcp_resource_metadata',
    'Read the metadata of /mcp as a protected resource (RFC 9728)',
    resourceMembers,
  ),
  '/mcp/.well-known/oauth-protected-resource': metadata(
    'appended_mcp_resource_metadata',
    'Read the same, where a client appends the well-known path to that of /mcp',
    resourceMembers,
  ),
  '/.well-known/oauth-authorization-server': metadata(
    'authorization_server_metadata',
    'Read the metadata of the OAuth server (RFC 8414)',
    serverMembers,
  ),
  '/health': {
    get: {
      operationId: 'health',
      tags: ['Service'],
      summary: 'Read the health of the service',
      security: [],
      responses: {
        '200': health,
        ...errorsOfCodes(everywhere.filter((code) => code !== 'UNAVAILABLE')),
        '503': { ...health, description: 'A part of the store is down' },
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      tags: ['Service'],
      summary: 'Read the metrics, for Prometheus',
      security: [{ metricsToken: [] }],
      responses: {
        '200': { description: 'The metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
        ...errorsOfCodes([...everywhere, 'AUTH_FAILED', 'RATE_LIMITED']),
      },
    },
  },
}
