import Type from 'typebox'
import { addedMember } from '../../route/added-members.ts'
import { allowRules, askRules, denyRules, ruleWarnings } from '../../route/values/rule-schemas.ts'
import { closed, idSchema, instant, orNull } from '../../route/values/schemas.ts'

const account = Type.Object(
  {
    id: idSchema('Callers send it as `account_id`'),
    label: Type.String({ minLength: 1, maxLength: 200, description: 'Display name' }),
    settings: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
        description: "What the provider declares, e.g. a shop's subdomain",
      }),
    ),
  },
  { ...closed, title: 'Account' },
)

const defaultAccount =
  'The id of the account that is marked as the default for a caller who has to choose; a call never uses it unless the caller names it'

const providerEntry = Type.Object(
  {
    accounts: Type.Array(account, { minItems: 1, maxItems: 1000 }),
    default: Type.Optional(
      Type.String({ description: `${defaultAccount}; required where there are several accounts` }),
    ),
  },
  closed,
)

const optionSchemas = {
  allow_raw: Type.Boolean({ description: 'Whether the action `raw` may be called' }),
  tools: Type.Enum(['auto', 'domains', 'effects', 'actions', 'search', 'code'], {
    description:
      'The MCP tools: `domains` one per provider, `effects` two per provider (reads and writes), `actions` one per action, `search` four that find and call actions, `code` four that find actions and run code that calls them, `auto` `domains` up to five providers and `search` beyond. Left out: what the tenant has, `auto` for a new one',
  }),
  max_result_bytes: Type.Optional(
    Type.Integer({
      minimum: 1024,
      maximum: 10_485_760,
      description: 'A larger MCP result is returned in parts; left out: what the client is known to accept',
    }),
  ),
  calls_per_minute: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'For all tokens of the tenant together; left out: no limit',
    }),
  ),
  refuse_duplicates: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 3600,
      description:
        'For so many seconds after a write, the same write of the same token is refused unless it has an idempotency key or says that it is a repeat; left out: 0',
    }),
  ),
  self_connect: Type.Optional(
    Type.Boolean({
      description:
        'Whether callers get a `connect_url` with errors that connecting the account would fix; left out: no',
    }),
  ),
  code: Type.Optional(
    Type.Boolean({
      description:
        'Whether callers may run code (`run_read`, `run_code`); where they may not, the surface `code` is `search`. Left out: yes',
    }),
  ),
  keep_failed: Type.Optional(
    Type.Boolean({
      description:
        'Whether request and answer of failed calls are kept, sealed and without credentials, for 24 hours: `GET /admin/calls/<id>/exchange` shows them. Left out: no',
    }),
  ),
  allow: Type.Optional(allowRules('What callers of the tenant may do; left out: everything')),
  deny: Type.Optional(denyRules('What callers of the tenant may not do, even where `allow` covers it')),
  ask: Type.Optional(askRules('What waits for the yes of a person before it is sent; it allows nothing by itself')),
  approval_hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 168,
      description: 'How many hours a call waits for that yes before it expires; left out: 24',
    }),
  ),
  approvals_needed: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description: 'How many people have to say yes, each another; one no is enough to refuse. Left out: 1',
    }),
  ),
}

const status = Type.Enum(['active', 'suspended'], { description: 'Calls of a suspended tenant are refused' })
const name = Type.String({ minLength: 1, maxLength: 200, description: 'Display name' })

/** Parts of the examples below. */
const acme = { name: 'Acme', status: 'active' }
const accounts = [{ id: 'main', label: 'Main portal' }]

/** The body of `PUT /admin/tenants/<id>`: a record from an answer is a valid body as well. */
export const tenantBody = Type.Object(
  {
    id: addedMember(),
    name,
    status,
    providers: Type.Record(Type.String(), providerEntry, { description: "The accounts by the provider's id" }),
    options: Type.Optional(Type.Partial(Type.Object(optionSchemas, closed), closed)),
    created_at: addedMember(),
    updated_at: addedMember(),
    version: addedMember(),
    tool_list: Type.Optional(Type.Unknown({ description: 'The gateway counts it. It is ignored' })),
    warnings: Type.Optional(Type.Unknown({ description: 'The gateway finds them. They are ignored' })),
  },
  {
    ...closed,
    title: 'TenantConfiguration',
    examples: [{ ...acme, providers: { hubspot: { accounts } } }],
  },
)

/** The body of `PATCH /admin/tenants/<id>`. What it makes of the tenant is checked as `tenantBody`. */
export const tenantPatch = Type.Object(
  {
    ...Type.Partial(tenantBody).properties,
    providers: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "Changes by the provider's id; `null` removes one" }),
    ),
    options: Type.Optional(
      orNull(
        Type.Object(
          Object.fromEntries(
            Object.entries<Type.TSchema>(optionSchemas).map(([option, schema]) => [
              option,
              Type.Optional(orNull(schema)),
            ]),
          ),
          closed,
        ),
        '`null` for an option leaves it out',
      ),
    ),
  },
  {
    ...closed,
    title: 'TenantPatch',
    description:
      'A JSON merge patch (RFC 7396) of the tenant: members that are sent are replaced, and `null` removes one',
    examples: [{ status: 'suspended', options: { calls_per_minute: null } }],
  },
)

const toolList = Type.Object(
  {
    surface: Type.Enum(['domains', 'effects', 'actions', 'search', 'code'], {
      description: 'The tools that `options.tools` leads to',
    }),
    tools: Type.Integer({ description: 'Number of tools' }),
    tokens: Type.Integer({ description: "How much of a model's context the list takes, estimated" }),
  },
  { description: 'The list of MCP tools, for a token that may use everything; left out where tenants are listed' },
)

/** A tenant in answers: its configuration with all defaults. */
export const tenantJson = Type.Object(
  {
    id: Type.String({ examples: ['acme'] }),
    name,
    status,
    providers: Type.Record(
      Type.String(),
      Type.Object({ accounts: Type.Array(account), default: Type.String({ description: defaultAccount }) }),
      { description: "The accounts by the provider's id" },
    ),
    options: Type.Object(optionSchemas),
    created_at: instant(),
    updated_at: instant(),
    version: Type.String({ description: 'The ETag without its quotes: it differs after each change' }),
    tool_list: Type.Optional(toolList),
    warnings: ruleWarnings,
  },
  {
    title: 'Tenant',
    examples: [
      {
        id: 'acme',
        ...acme,
        providers: { hubspot: { accounts, default: 'main' } },
        options: { allow_raw: false, tools: 'auto' },
        created_at: '2026-11-20T12:00:00.000Z',
        updated_at: '2026-11-20T12:00:00.000Z',
        version: '0f8e4c1a-6f0b-4c55-9d4e-2f1f3f6a7b10',
        tool_list: { surface: 'domains', tools: 1, tokens: 900 },
      },
    ],
  },
)

export type TenantBody = Type.Static<typeof tenantBody>
export type ProviderBody = Type.Static<typeof providerEntry>
export type AccountBody = Type.Static<typeof account>
