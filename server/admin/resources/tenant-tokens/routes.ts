import { haveTokenRulesChanged } from '@patchbay/core/approvals'
import { GatewayError } from '@patchbay/core/errors'
import { hashToken, makeTenantToken, type Store, type TenantTokenRecord, toTokenId } from '@patchbay/core/store'
import { asIsoTime, secondsOf, shiftTime } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import { secretMember } from '../../route/changes/list-changes.ts'
import { tokenGetsMore } from '../../route/session/gets-more.ts'
import { countedPageSchema, countedParameters, readSortedCursor, writeSortedCursor } from '../../route/values/cursor.ts'
import type { AdminPathParams } from '../../route/values/path-params.ts'
import { withWarnings } from '../../route/values/rule-schemas.ts'
import { closed, searchText } from '../../route/values/schemas.ts'
import { tenantNotFound } from '../tenants/not-found.ts'
import {
  accessTokenJson,
  accessTokenToJson,
  changedTokenJson,
  checkStrength,
  checkTokenMembers,
  registeredJson,
  registration,
  rotatedJson,
  rotation,
  tenantTokenJson,
  tenantTokenToJson,
  tokenPatch,
} from './json.ts'
import { checkMayHandOut, checkNewToken } from './new-token.ts'

const day = 86_400

const path = '/admin/auth/:tenant/:token_id'
const auditTarget = ({ tenant, token_id }: AdminPathParams<typeof path>) => ({
  tenant,
  key: `auth/${tenant}/${token_id}`,
})

/** The error for a token that a tenant doesn't have: it says whether the tenant or the token is missing. */
const noToken = async ({ tenants }: Store, tenant: string, tokenId: string): Promise<GatewayError> =>
  (await tenants.get(tenant))
    ? new GatewayError('NOT_FOUND', `The tenant ${tenant} has no token ${tokenId}`)
    : tenantNotFound(tenant)

/** The token as its audit entries name it. */
const tokenWithSecret = (record: TenantTokenRecord) => ({
  ...tenantTokenToJson(record),
  token: secretMember(record.hash),
})

export const tenantTokenRoutes: AdminGroup = {
  name: 'Tenant tokens',
  description:
    'What callers of a tenant send. Only hashes are stored, so a token is shown only in the answer that creates it.',
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/auth',
      action: 'register_tenant_token',
      summary: 'Create or register a tenant token',
      asksAgain: true,
      forLinkers: true,
      description:
        'Sending a token again for the same tenant changes the members that are sent. A key of the role `linker` sends no `token`, and without `allow` the new token may do whatever the key can give.',
      auditTarget: (_params, body) => ({
        tenant: body?.tenant_id ?? null,
        key: body?.token === undefined ? 'auth' : `auth/${body.tenant_id}/${toTokenId(hashToken(body.token))}`,
      }),
      body: registration,
      answers: {
        200: jsonAnswer('The token was already registered', registeredJson),
        201: jsonAnswer('The token is new', registeredJson),
      },
      errors: ['CONFLICT'],
      async handle({ body: { tenant_id, token: ownToken, ...wishes }, caller }, { store, approvalDesk, domains, now }) {
        const members = checkNewToken(caller, { ...wishes, token: ownToken }, domains)
        if (ownToken !== undefined) checkStrength(ownToken)
        const token = ownToken ?? makeTenantToken()
        const before =
          ownToken === undefined
            ? undefined
            : await store.tenantTokens.findById(tenant_id, toTokenId(hashToken(ownToken)))
        const registered = await store.tenantTokens.register(tenant_id, hashToken(token), now(), members)
        if (registered.outcome === 'taken') {
          throw new GatewayError('CONFLICT', 'This token is registered for another tenant; create another one')
        }
        const { outcome, record } = registered
        if (before && haveTokenRulesChanged(before, record)) await approvalDesk.rulesChanged(tenant_id, record.token_id)
        const tenant_exists = (await store.tenants.get(tenant_id)) !== undefined
        const warnings = withWarnings(record, '', domains)
        const shown = {
          ...tenantTokenToJson(record),
          ...warnings,
          tenant_exists,
          ...(ownToken === undefined && { token }),
        }
        return {
          ...json(shown, outcome === 'created' ? 201 : 200),
          auditKey: `auth/${tenant_id}/${record.token_id}`,
          change: { from: before && tokenWithSecret(before), to: tokenWithSecret(record) },
        }
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/auth',
      action: 'list_all_tenant_tokens',
      summary: 'List the tokens of all tenants',
      auditTarget: () => ({ tenant: null, key: 'auth' }),
      query: Type.Object(
        {
          q: Type.Optional(searchText("Only tokens with this text in their label, in their id, or in the tenant's id")),
          ...countedParameters(writeSortedCursor('created_at', '2026-11-04T09:30:00.000Z', '3f8a1c09b2d4')),
        },
        closed,
      ),
      answers: { 200: jsonAnswer('The tokens, newest first', countedPageSchema('tokens', tenantTokenJson)) },
      async handle({ query: { q: search, cursor, limit, total } }, { store }) {
        // A token's id is the beginning of its hash, which nobody is to see.
        const [created_at = '', hash = ''] = cursor === undefined ? [] : readSortedCursor(cursor, 'created_at', 2)
        const before = cursor === undefined ? undefined : { created_at: asIsoTime(created_at), hash }
        const records = await store.tenantTokens.page({ limit: limit + 1, before, search })
        const tokens = records.slice(0, limit)
        const last = tokens.at(-1)
        const next_cursor =
          records.length > limit && last ? writeSortedCursor('created_at', last.created_at, last.token_id) : null
        return json({
          tokens: tokens.map(tenantTokenToJson),
          next_cursor,
          ...(total && { total: await store.tenantTokens.total({ search }) }),
        })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/auth/:tenant',
      action: 'list_tenant_tokens',
      summary: "List a tenant's tokens",
      auditTarget: ({ tenant }) => ({ tenant, key: `auth/${tenant}` }),
      answers: { 200: jsonAnswer('The tokens, oldest first', Type.Object({ tokens: Type.Array(tenantTokenJson) })) },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ params: { tenant } }, { store }) {
        const tokens = await store.tenantTokens.list(tenant)
        // Tokens may be registered before their tenant, and must be found then as well.
        if (tokens.length === 0 && !(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        return json({ tokens: tokens.map(tenantTokenToJson) })
      },
    }),
    adminRoute({
      method: 'GET',
      path,
      action: 'get_tenant_token',
      summary: 'Read a token',
      description:
        'The `token_id` of an audit entry may also be that of an access token: the answer then has its grant.',
      auditTarget,
      answers: {
        200: jsonAnswer('A tenant token, or an access token', Type.Union([tenantTokenJson, accessTokenJson])),
      },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND'],
      async handle({ params: { tenant, token_id } }, { store }) {
        const own = await store.tenantTokens.findById(tenant, token_id)
        if (own) return json(tenantTokenToJson(own))
        const issued = await store.grants.findByTokenId(tenant, token_id)
        if (issued) return json(accessTokenToJson(issued))
        throw await noToken(store, tenant, token_id)
      },
    }),
    adminRoute({
      method: 'PATCH',
      path,
      action: 'change_tenant_token',
      summary: 'Change a tenant token',
      description: 'The change applies at once in this gateway, and within 2 seconds in every other one.',
      asksAgain: 'by-change',
      auditTarget,
      body: tokenPatch,
      answers: { 200: jsonAnswer('The token, changed', changedTokenJson) },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
      async handle({ params: { tenant, token_id }, body, caller, confirm }, { store, approvalDesk, domains }) {
        checkTokenMembers(body, domains)
        checkMayHandOut(caller, body)
        let changesRules = false
        let before: TenantTokenRecord | undefined
        const changed = await store.tenantTokens.change(tenant, token_id, body, (current) => {
          before = current
          if (tokenGetsMore(current, body, domains)) confirm()
          changesRules = haveTokenRulesChanged(current, { ...current, ...body })
        })
        if (!changed) throw await noToken(store, tenant, token_id)
        if (changesRules) await approvalDesk.rulesChanged(tenant, token_id)
        const shown = tenantTokenToJson(changed)
        return {
          ...json({ ...shown, ...withWarnings(changed, '', domains) }),
          change: { from: before && tenantTokenToJson(before), to: shown },
        }
      },
    }),
    adminRoute({
      method: 'POST',
      path: `${path}/rotate`,
      action: 'rotate_tenant_token',
      summary: 'Replace a tenant token',
      description:
        'Creates another token with the same label, policy, limit and expiry. The old one works for `grace_seconds` more, so that its callers can change over; what users granted with it ends with it.',
      asksAgain: true,
      auditTarget,
      body: rotation,
      emptyBody: {},
      answers: { 201: jsonAnswer('The new token, and when the old one expires', rotatedJson) },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND'],
      async handle({ params: { tenant, token_id }, body: { grace_seconds = day }, caller }, { store, now }) {
        const token = makeTenantToken()
        const at = now()
        const endsAt = shiftTime(secondsOf(at), grace_seconds)
        const next = { hash: hashToken(token), endsAt, now: at }
        let before: TenantTokenRecord | undefined
        const check = (current: TenantTokenRecord) => {
          checkMayHandOut(caller, current)
          before = current
        }
        const rotated = await store.tenantTokens.rotate(tenant, token_id, next, check)
        if (!rotated) throw await noToken(store, tenant, token_id)
        const { record, previous } = rotated
        return {
          ...json({ ...tenantTokenToJson(record), token, previous: tenantTokenToJson(previous) }, 201),
          change: {
            from: before && tokenWithSecret(before),
            to: { ...tokenWithSecret(previous), replaced_by: record.token_id, token: secretMember(record.hash) },
          },
        }
      },
    }),
    adminRoute({
      method: 'DELETE',
      path,
      action: 'revoke_tenant_token',
      summary: 'Revoke a tenant token',
      description: 'The grants that users made with it end as well.',
      auditTarget,
      answers: { 204: { description: 'The token is revoked' } },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND'],
      async handle({ params: { tenant, token_id } }, { store }) {
        const before = await store.tenantTokens.findById(tenant, token_id)
        if (await store.tenantTokens.revoke(tenant, token_id))
          return { status: 204, body: null, change: { from: before && tokenWithSecret(before) } }
        throw await noToken(store, tenant, token_id)
      },
    }),
  ],
}
