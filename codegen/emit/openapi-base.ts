import { idempotencyKeyPattern, idPattern } from '@patchbay/core/schema'
import { errorCodes } from './error-codes.ts'
import { ref } from './openapi-components.ts'
import { callErrorResponses } from './openapi-errors.ts'

/** The gateway's document without its paths (OpenAPI 3.1.1). */
export const base = {
  openapi: '3.1.1',
  'x-generated': 'by `bun run codegen`; do not edit',
  info: {
    title: 'Patchbay',
    version: 'v1',
    description: 'A multi-tenant gateway in front of third-party APIs.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [
    {
      url: '/',
      description: 'This gateway. Where ADMIN_PORT is set, that port alone serves /admin and /metrics.',
    },
  ],
  security: [{ tenantToken: [] }],
}

const counts = (type: string, names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type }])),
  required: names,
})

export const baseComponents = {
  securitySchemes: {
    tenantToken: { type: 'http', scheme: 'bearer', description: 'A token of the tenant: `Authorization: Bearer ...`' },
    adminKey: { type: 'apiKey', in: 'header', name: 'x-admin-key', description: 'An admin key' },
    metricsToken: { type: 'http', scheme: 'bearer', description: 'The value of `METRICS_TOKEN`' },
  },
  parameters: {
    tenantId: {
      name: 'tenant',
      in: 'path',
      required: true,
      description: "The tenant's id",
      schema: { type: 'string', pattern: idPattern },
    },
    idempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Of a write, for 24 hours: of the calls with the same key one is carried out, and the others get its answer',
      schema: { type: 'string', pattern: idempotencyKeyPattern },
    },
    repeat: {
      name: 'X-Repeat',
      in: 'header',
      description: 'Sends a write although the same one may have been carried out',
      schema: { type: 'string', enum: ['true', 'false'] },
    },
  },
  schemas: {
    Envelope: {
      type: 'object',
      properties: {
        success: { type: 'boolean', description: 'Always `true`' },
        status: { type: 'integer', examples: [200] },
        data: { description: "The provider's answer" },
        cache: { type: 'string', enum: ['MISS', 'HIT', 'BYPASS'] },
        replayed: {
          type: 'boolean',
          description:
            'This is the answer to an earlier call with the same idempotency key, or to an equal one whose caller hung up; nothing was sent',
        },
        note: { type: 'string', description: 'With replayed, for a call without a key: why nothing was sent' },
        unmatched_fields: {
          type: 'array',
          items: { type: 'string' },
          description: 'The result_fields that match nothing in the answer; if none of them matches, data is complete',
        },
        known_fields: {
          type: 'array',
          items: { type: 'string' },
          description: 'With unmatched_fields: fields that the answer has, at most 50',
        },
        more: {
          type: 'boolean',
          description: 'The list ended before the limit, and the provider has more, or may have',
        },
        next: {
          anyOf: [{ type: 'string' }, { type: 'integer' }],
          description: 'With more: where the list goes on, as a cursor, a number or an address, where that is known',
        },
        stopped: { type: 'string', description: 'With more: why the list ended there' },
      },
      required: ['success', 'status', 'data', 'cache'],
    },
    Failure: {
      type: 'object',
      properties: {
        error: { type: 'string', description: 'What happened, for people' },
        code: { type: 'string', enum: errorCodes.map(({ code }) => code) },
        status: { type: 'integer' },
        details: {
          description: "With VALIDATION_ERROR a list of {path, message}; with UPSTREAM_ERROR the provider's own error",
        },
        accounts: { type: 'array', items: ref('schemas', 'AccountChoice') },
        retry_after: { type: 'number', description: 'Seconds' },
        next: ref('schemas', 'NextStep'),
        duplicate_of: {
          type: 'string',
          description:
            'With CONFLICT: the audit entry of the call that this one repeats, or whose idempotency key it has',
        },
        connect_url: {
          type: 'string',
          format: 'uri',
          description:
            'The page where a person connects the account, valid for an hour at most and only for the user of this call',
        },
        request_id: { type: 'string' },
        docs_url: { type: 'string', format: 'uri', description: 'What the code means and what to do' },
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
  responses: callErrorResponses,
}
