import { randomBytes } from 'node:crypto'
import { GatewayError, invalid } from '@patchbay/core/errors'
import { idPattern } from '@patchbay/core/schema'
import { type BearerTokenRecord, hashToken } from '@patchbay/core/store'
import Type from 'typebox'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'
import { tenantNotFound } from './tenants.ts'
import { checkSeconds } from './token-body.ts'

/** `null` clears the member. */
const orNull = <S extends Type.TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]))

const registration = Type.Object(
  {
    tenant_id: Type.String({ pattern: idPattern }),
    /** What may stand behind `Authorization: Bearer `. Left out, the gateway makes one. */
    token: Type.Optional(
      Type.String({
        minLength: 16,
        maxLength: 1024,
        pattern: '^[\\x21-\\x7e]*$',
        errorMessage: 'must be visible ASCII without a space or line break',
      }),
    ),
    label: orNull(Type.String({ minLength: 1, maxLength: 200 })),
    expires_at: orNull(Type.Integer({ minimum: 0 })),
    calls_per_minute: orNull(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  { additionalProperties: false },
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

const toJson = ({ hash: _, ...record }: BearerTokenRecord) => record

/** `/admin/auth`: the tenant tokens. Only their hashes are kept, so an answer shows a token only when it makes it. */
export const authRoutes = (adminRoute: AdminRouteFactory, { store, now = () => new Date() }: AdminParts): Route[] => [
  adminRoute({
    method: 'POST',
    path: '/admin/auth',
    action: 'register_bearer_token',
    auditTarget: (_params, body) => ({
      tenant: body?.tenant_id ?? null,
      key: body?.token === undefined ? 'auth' : `auth/${body.tenant_id}/${hashToken(body.token).slice(0, 12)}`,
    }),
    body: registration,
    async handle({ body: { tenant_id, token: given, ...members } }) {
      if (given !== undefined) checkStrength(given)
      if (members.expires_at) checkSeconds(members.expires_at)
      const token = given ?? mint()
      const registered = await store.bearerTokens.register(tenant_id, hashToken(token), now(), members)
      if (registered.outcome === 'taken') {
        throw new GatewayError('CONFLICT', 'This token is registered for another tenant; make another one')
      }
      const { outcome, record } = registered
      const tenant_exists = (await store.tenants.get(tenant_id)) !== undefined
      const answer = { ...toJson(record), tenant_exists, ...(given === undefined && { token }) }
      return {
        ...json(answer, outcome === 'created' ? 201 : 200),
        auditKey: `auth/${tenant_id}/${record.token_id}`,
      }
    },
  }),
  adminRoute({
    method: 'GET',
    path: '/admin/auth/:tenant',
    action: 'list_bearer_tokens',
    auditTarget: ({ tenant }) => ({ tenant, key: `auth/${tenant}` }),
    async handle({ params: { tenant } }) {
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
    auditTarget: ({ tenant, token_id }) => ({ tenant, key: `auth/${tenant}/${token_id}` }),
    async handle({ params: { tenant, token_id } }) {
      if (await store.bearerTokens.revoke(tenant, token_id)) return { status: 204, body: null }
      if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
      throw new GatewayError('NOT_FOUND', `The tenant ${tenant} has no token ${token_id}`)
    },
  }),
]
