import { randomBytes } from 'node:crypto'
import { patternFaults } from '@patchbay/core/access'
import { GatewayError, invalid, invalidInput } from '@patchbay/core/errors'
import { idPattern } from '@patchbay/core/schema'
import { type BearerTokenRecord, hashToken } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../http/exchange.ts'
import { type AdminGroup, adminRoute, answer } from './admin-route.ts'
import { accessPatterns, closed, hashId, instant, orNull, unixSeconds } from './schemas.ts'
import { tenantNotFound } from './tenants.ts'
import { checkSeconds } from './token-body.ts'

const callsPerMinute = Type.Integer({ minimum: 1, maximum: 1_000_000 })

const allowed = 'What callers with this token may do, of what the tenant may'
const denied = 'What callers with this token may not do, even where `allow` covers it'

const registration = Type.Object(
  {
    tenant_id: Type.String({ pattern: idPattern, description: 'The tenant; it may be configured later' }),
    token: Type.Optional(
      Type.String({
        minLength: 16,
        maxLength: 1024,
        pattern: '^[\\x21-\\x7e]*$',
        errorMessage: 'must be visible ASCII without a space or line break',
        description: 'What callers send after `Authorization: Bearer `; left out, the gateway makes one',
      }),
    ),
    label: Type.Optional(
      orNull(Type.String({ minLength: 1, maxLength: 200 }), 'Who has it, or what for; `null` clears it'),
    ),
    expires_at: Type.Optional(orNull(unixSeconds('Unix time in seconds'), 'When it expires; `null`: never')),
    calls_per_minute: Type.Optional(orNull(callsPerMinute, 'The limit of this token; `null`: none')),
    allow: Type.Optional(orNull(accessPatterns(`${allowed}; \`null\`: whatever the tenant may`))),
    deny: Type.Optional(orNull(accessPatterns(denied))),
  },
  { ...closed, title: 'NewTenantToken', examples: [{ tenant_id: 'acme', label: 'The CRM sync' }] },
)

const tokenMembers = {
  token_id: hashId,
  tenant_id: Type.String(),
  status: Type.Literal('active'),
  label: orNull(Type.String()),
  expires_at: orNull(unixSeconds('Unix time in seconds')),
  calls_per_minute: orNull(callsPerMinute),
  allow: orNull(accessPatterns(allowed)),
  deny: orNull(accessPatterns(denied)),
  created_at: instant(),
}

const tokenJson = Type.Object(tokenMembers, { title: 'TenantToken' })

const registeredJson = Type.Object(
  {
    ...tokenMembers,
    tenant_exists: Type.Boolean({ description: 'Whether the tenant has a configuration yet' }),
    token: Type.Optional(Type.String({ description: 'The token, if the gateway made it: shown in this answer only' })),
  },
  { title: 'RegisteredTenantToken' },
)

const leastDistinct = 5

/** `aaaaaaaaaaaaaaaa` is long enough and easily guessed. */
const checkStrength = (token: string): void => {
  const distinct = new Set(token).size
  if (distinct >= leastDistinct) return
  const message = `has ${distinct} different characters, and must have at least ${leastDistinct}; leave it out, and the gateway makes a strong one`
  throw invalid('/token', message)
}

const mint = (): string => `pb_${randomBytes(32).toString('base64url')}`

const toJson = ({ hash: _, ...record }: BearerTokenRecord): Type.Static<typeof tokenJson> => record

export const authRoutes: AdminGroup = {
  name: 'Tenant tokens',
  description:
    'What callers of a tenant send. Only hashes are stored, so an answer shows a token only when it makes it.',
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/auth',
      action: 'register_bearer_token',
      summary: 'Make or register a tenant token',
      description: 'The same token again for the same tenant changes the members that are sent.',
      auditTarget: (_params, body) => ({
        tenant: body?.tenant_id ?? null,
        key: body?.token === undefined ? 'auth' : `auth/${body.tenant_id}/${hashToken(body.token).slice(0, 12)}`,
      }),
      body: registration,
      answers: {
        200: answer('The token was known', registeredJson),
        201: answer('The token is new', registeredJson),
      },
      errors: ['CONFLICT'],
      async handle({ body: { tenant_id, token: given, ...members } }, { store, domains, now }) {
        const faults = (['allow', 'deny'] as const).flatMap((list) => patternFaults(members[list], `/${list}`, domains))
        if (faults.length > 0) throw invalidInput(faults)
        if (given !== undefined) checkStrength(given)
        if (members.expires_at) checkSeconds(members.expires_at)
        const token = given ?? mint()
        const registered = await store.bearerTokens.register(tenant_id, hashToken(token), now(), members)
        if (registered.outcome === 'taken') {
          throw new GatewayError('CONFLICT', 'This token is registered for another tenant; make another one')
        }
        const { outcome, record } = registered
        const tenant_exists = (await store.tenants.get(tenant_id)) !== undefined
        const shown = { ...toJson(record), tenant_exists, ...(given === undefined && { token }) }
        return {
          ...json(shown, outcome === 'created' ? 201 : 200),
          auditKey: `auth/${tenant_id}/${record.token_id}`,
        }
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/auth/:tenant',
      action: 'list_bearer_tokens',
      summary: "List a tenant's tokens",
      auditTarget: ({ tenant }) => ({ tenant, key: `auth/${tenant}` }),
      answers: { 200: answer('The tokens, oldest first', Type.Object({ tokens: Type.Array(tokenJson) })) },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ params: { tenant } }, { store }) {
        const tokens = await store.bearerTokens.list(tenant)
        // Tokens may be registered before their tenant, and must be found then as well.
        if (tokens.length === 0 && !(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        return json({ tokens: tokens.map(toJson) })
      },
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/auth/:tenant/:token_id',
      action: 'revoke_bearer_token',
      summary: 'Revoke a tenant token',
      description: 'The grants that users made with it end as well.',
      auditTarget: ({ tenant, token_id }) => ({ tenant, key: `auth/${tenant}/${token_id}` }),
      answers: { 204: { description: 'The token is revoked' } },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND'],
      async handle({ params: { tenant, token_id } }, { store }) {
        if (await store.bearerTokens.revoke(tenant, token_id)) return { status: 204, body: null }
        if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        throw new GatewayError('NOT_FOUND', `The tenant ${tenant} has no token ${token_id}`)
      },
    }),
  ],
}
