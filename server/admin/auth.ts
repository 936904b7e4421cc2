import { GatewayError } from '@patchbay/core/errors'
import { hashToken } from '@patchbay/core/run'
import { idPattern } from '@patchbay/core/schema'
import type { BearerTokenRecord } from '@patchbay/core/store'
import Type from 'typebox'
import { json, type Route } from '../exchange.ts'
import type { AdminParts, Gate } from './gate.ts'
import { tenantNotFound } from './tenants.ts'

/** What may stand behind `Authorization: Bearer `; specification, section 2.2. */
const registration = Type.Object(
  {
    tenant_id: Type.String({ pattern: idPattern }),
    token: Type.String({
      minLength: 16,
      maxLength: 1024,
      pattern: '^[\\x21-\\x7e]*$',
      errorMessage: 'must be visible ASCII without a space or line break',
    }),
  },
  { additionalProperties: false },
)

const tokenId = (hash: string): string => hash.slice(0, 12)

const shown = ({ token_id, tenant_id, status, created_at }: BearerTokenRecord) => ({
  token_id,
  tenant_id,
  status,
  created_at,
})

/** `/admin/auth`: the tenants' bearer tokens. Only their hashes are kept, and no answer holds a token or its hash. */
export const authRoutes = (gate: Gate, { store, now = () => new Date() }: AdminParts): Route[] => [
  gate({
    method: 'POST',
    path: '/admin/auth',
    action: 'register_bearer_token',
    about: (_params, body) => ({
      tenant: body?.tenant_id ?? null,
      key: body ? `auth/${body.tenant_id}/${tokenId(hashToken(body.token))}` : 'auth',
    }),
    body: registration,
    async handle({ body: { tenant_id, token } }) {
      const hash = hashToken(token)
      const outcome = await store.bearerTokens.register(tenant_id, hash, now())
      if (outcome === 'taken') {
        throw new GatewayError('CONFLICT', 'This token is registered for another tenant; make another one')
      }
      return json({ token_id: tokenId(hash), tenant_id, status: 'active' }, outcome === 'created' ? 201 : 200)
    },
  }),
  gate({
    method: 'GET',
    path: '/admin/auth/:tenant',
    action: 'list_bearer_tokens',
    about: ({ tenant }) => ({ tenant, key: `auth/${tenant}` }),
    async handle({ params: { tenant } }) {
      const tokens = await store.bearerTokens.list(tenant)
      // Tokens may precede the configuration, and must be found then as well.
      if (tokens.length === 0 && !(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
      return json({ tokens: tokens.map(shown) })
    },
  }),
  gate({
    method: 'DELETE',
    path: '/admin/auth/:tenant/:token_id',
    action: 'revoke_bearer_token',
    about: ({ tenant, token_id }) => ({ tenant, key: `auth/${tenant}/${token_id}` }),
    async handle({ params: { tenant, token_id } }) {
      if (await store.bearerTokens.revoke(tenant, token_id)) return { status: 204, body: null }
      if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
      throw new GatewayError('NOT_FOUND', `The tenant ${tenant} has no bearer token ${token_id}`)
    },
  }),
]
