import { accessTokenBinding } from '@patchbay/core/refresh'
import { accountPath } from '@patchbay/core/store'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'
import type { PathParams } from './path-params.ts'
import { tenantNotFound } from './tenants.ts'
import { checkToken, tokenBody } from './token-body.ts'
import { configMissing, missingToken } from './token-errors.ts'
import { tokenToJson } from './token-to-json.ts'

const path = '/admin/tokens/:tenant/:provider/:account'
type Params = PathParams<typeof path>

const auditTarget = (params: Params) => ({
  tenant: params.tenant,
  key: `tokens/${accountPath(params)}`,
})

/** `/admin/tokens`: the tenants' credentials. They are stored sealed, and no answer holds one. `DELETE` takes the seed as well. */
export const tokenRoutes = (
  adminRoute: AdminRouteFactory,
  { store, vault, domains, now = () => new Date() }: AdminParts,
): Route[] => [
  adminRoute({
    method: 'PUT',
    path,
    action: 'put_token',
    auditTarget,
    body: tokenBody,
    async handle({ params: ref, body }) {
      checkToken(body, domains.get(ref.provider)?.provider.auth)
      const { access_token, expires_at = null, token_type = 'Bearer' } = body
      const at = now()
      const sealed = await vault.seal(access_token, accessTokenBinding(ref))
      const outcome = await store.credentials.put(ref, { sealed, token_type, expires_at }, at)
      if (outcome !== 'stored') throw outcome === 'TENANT_NOT_FOUND' ? tenantNotFound(ref.tenant) : configMissing(ref)
      const record = { ...ref, sealed, token_type, expires_at, version: '', updated_at: at.toISOString() }
      return json(tokenToJson(ref, record, await store.seeds.get(ref), at))
    },
  }),
  adminRoute({
    method: 'GET',
    path,
    action: 'get_token',
    auditTarget,
    async handle({ params: ref }) {
      const [credential, seed] = await Promise.all([store.credentials.get(ref), store.seeds.get(ref)])
      if (!credential && !seed) throw await missingToken(store, ref)
      return json(tokenToJson(ref, credential, seed, now()))
    },
  }),
  adminRoute({
    method: 'DELETE',
    path,
    action: 'delete_token',
    auditTarget,
    async handle({ params: ref }) {
      if (!(await store.credentials.remove(ref))) throw await missingToken(store, ref)
      return { status: 204, body: null }
    },
  }),
]
