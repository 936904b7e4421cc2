import { idPattern } from '@patchbay/core/schema'
import Type from 'typebox'

const strict = { additionalProperties: false }

const account = Type.Object(
  {
    id: Type.String({ pattern: idPattern }),
    label: Type.String({ minLength: 1, maxLength: 200 }),
    settings: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 500 }))),
  },
  strict,
)

const providerEntry = Type.Object(
  {
    accounts: Type.Array(account, { minItems: 1, maxItems: 1000 }),
    default: Type.Optional(Type.String()),
  },
  strict,
)

const options = Type.Object(
  {
    allow_raw: Type.Optional(Type.Boolean()),
    tools: Type.Optional(Type.Enum(['domains', 'actions'])),
    max_result_bytes: Type.Optional(Type.Integer({ minimum: 1024, maximum: 10_485_760 })),
    calls_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  strict,
)

/** The body of `PUT /admin/tenants/<id>`. */
export const tenantBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    status: Type.Enum(['active', 'suspended']),
    providers: Type.Record(Type.String(), providerEntry),
    options: Type.Optional(options),
  },
  strict,
)

export type TenantBody = Type.Static<typeof tenantBody>
export type ProviderBody = Type.Static<typeof providerEntry>
export type AccountBody = Type.Static<typeof account>
