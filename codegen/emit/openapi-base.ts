import { idPattern } from '@patchbay/core/schema'
import { errorCodes } from './error-codes.ts'

const json = (schema: unknown) => ({ 'application/json': { schema } })
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const health = { description: 'Health of the service', content: json(ref('schemas', 'Health')) }

/** The error answers of every call, by HTTP status; `default` is a provider's own error. */
const statuses = [...new Set(errorCodes.map(({ status }) => status))].sort((a, b) => a - b)

/** References to them, for an operation's `responses`. */
export const errorResponses = {
  ...Object.fromEntries(statuses.map((status) => [String(status), ref('responses', `Error${status}`)])),
  default: ref('responses', 'ErrorOfProvider'),
}

const errorResponse = (description: string) => ({ description, content: json(ref('schemas', 'Error')) })

const codesOf = (status: number): string =>
  errorCodes
    .filter((code) => code.status === status)
    .map(({ code, condition }) => `${code}: ${condition}`)
    .join('. ')

/** The gateway's document without its domains (OpenAPI 3.1.1). */
export const base = {
  openapi: '3.1.1',
  'x-generated': 'by `bun run codegen`; do not edit',
  info: { title: 'Patchbay', version: 'v1', description: 'A multi-tenant gateway in front of third-party APIs.' },
  servers: [{ url: '/' }],
  paths: {
    '/health': {
      get: {
        operationId: 'health',
        summary: 'Health of the service',
        security: [],
        responses: { '200': health, '503': { ...health, description: 'A part of the store is down' } },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'The token of the tenant' } },
    parameters: {
      tenant: {
        name: 'tenant',
        in: 'path',
        required: true,
        description: 'Tenant id',
        schema: { type: 'string', pattern: idPattern },
      },
    },
    schemas: {
      Envelope: {
        type: 'object',
        properties: {
          success: { type: 'boolean', const: true },
          status: { type: 'integer' },
          data: { description: "The provider's answer" },
          cache: { type: 'string', enum: ['MISS', 'HIT', 'BYPASS'] },
        },
        required: ['success', 'status', 'data', 'cache'],
      },
      Error: {
        type: 'object',
        properties: {
          error: { type: 'string', description: 'What happened, for people' },
          code: { type: 'string', enum: errorCodes.map(({ code }) => code) },
          status: { type: 'integer' },
          details: {
            description: 'With VALIDATION_ERROR a list of {path, message}; with UPSTREAM_ERROR what the provider said',
          },
          accounts: { type: 'array', items: ref('schemas', 'AccountChoice') },
          retry_after: { type: 'number', description: 'Seconds' },
          request_id: { type: 'string' },
        },
        required: ['error', 'code', 'status'],
      },
      AccountChoice: {
        type: 'object',
        properties: { id: { type: 'string' }, label: { type: 'string' }, default: { type: 'boolean' } },
        required: ['id', 'label', 'default'],
      },
      Health: {
        type: 'object',
        properties: {
          status: { type: 'string', enum: ['healthy', 'degraded', 'unhealthy'] },
          services: counts('string', ['kv', 'd1']),
          tokens: counts('integer', ['total', 'expiring_soon', 'expired']),
          providers: { type: 'integer' },
        },
        required: ['status', 'services', 'tokens', 'providers'],
      },
    },
    responses: {
      ...Object.fromEntries(statuses.map((status) => [`Error${status}`, errorResponse(codesOf(status))])),
      ErrorOfProvider: errorResponse("UPSTREAM_ERROR with the provider's status"),
    },
  },
  security: [{ bearer: [] }],
}

function counts(type: string, names: string[]) {
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type }])), required: names }
}
