import { GatewayError } from '@patchbay/core/errors'
import type { GrantRecord } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../route/admin-route.ts'
import { idInCursor, pageQuery, pageSchema, toCursorPage, uuidCursor, uuidPattern } from '../route/values/cursor.ts'
import { instant, orNull } from '../route/values/schemas.ts'
import { tenantNotFound } from './tenants/not-found.ts'

export const grantJson = Type.Object(
  {
    grant_id: Type.String(),
    client_id: Type.String(),
    client_name: orNull(Type.String(), 'The name that the client gave itself, unverified'),
    resource: Type.String({ description: 'The audience of its tokens (RFC 8707)' }),
    scope: orNull(
      Type.String(),
      'What the application may do: access patterns, separated by spaces; `null`: whatever the tenant token may do',
    ),
    issuer: orNull(Type.String(), 'The identity provider that granted it. `null`: a user did, with a tenant token'),
    subject: orNull(Type.String(), 'The user at the identity provider'),
    created_at: instant(),
    last_used_at: instant('Rounded to the hour'),
    expires_at: instant('When its newest refresh token expires'),
  },
  { title: 'Grant' },
)

/** Grants among which the one that ends is looked for, to name it in the log. */
const mostLooked = 1000

export const grantToJson = ({ tenant_id: _, expires_at, ...grant }: GrantRecord): Type.Static<typeof grantJson> => ({
  ...grant,
  expires_at: isoTime(msOf(expires_at)),
})

export const grantRoutes: AdminGroup = {
  name: 'Grants',
  description: "The applications to which a tenant's users gave access.",
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/grants/:tenant',
      action: 'list_grants',
      summary: "List a tenant's grants",
      auditTarget: ({ tenant }) => ({ tenant, key: `grants/${tenant}` }),
      query: pageQuery(uuidCursor),
      answers: { 200: jsonAnswer('The grants that have not expired, oldest first', pageSchema('grants', grantJson)) },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ params: { tenant }, query: { limit, cursor } }, { store, now }) {
        const after = cursor === undefined ? undefined : idInCursor(cursor, uuidPattern)
        const grants = await store.grants.list(tenant, { now: now(), limit: limit + 1, after })
        if (grants.length === 0 && !(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        const { items, nextCursor } = toCursorPage(
          grants.map((grant) => ({ id: grant.grant_id, grant })),
          limit,
        )
        return json({ grants: items.map(({ grant }) => grantToJson(grant)), next_cursor: nextCursor })
      },
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/grants/:tenant/:grant_id',
      action: 'revoke_grant',
      summary: 'Revoke a grant',
      description: 'All its tokens end at once.',
      auditTarget: ({ tenant, grant_id }) => ({ tenant, key: `grants/${tenant}/${grant_id}` }),
      answers: { 204: { description: 'The grant is revoked' } },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND'],
      async handle({ params: { tenant, grant_id } }, { store, now }) {
        const grants = await store.grants.list(tenant, { now: now(), limit: mostLooked })
        const before = grants.find((grant) => grant.grant_id === grant_id)
        if (await store.grants.revoke(tenant, grant_id))
          return { status: 204, body: null, change: { from: before ? grantToJson(before) : { grant_id } } }
        if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        throw new GatewayError('NOT_FOUND', `The tenant ${tenant} has no grant ${grant_id}`)
      },
    }),
  ],
}
