import { accessTokenBinding } from '@patchbay/core/refresh'
import { accountPath } from '@patchbay/core/store'
import { json } from '../http/exchange.ts'
import { type AdminGroup, adminRoute, answer } from './admin-route.ts'
import type { PathParams } from './path-params.ts'
import { tenantNotFound } from './tenants.ts'
import { credentialText, tokenBody } from './token-body.ts'
import { configMissing, missingToken } from './token-errors.ts'
import { tokenJson, tokenToJson } from './token-to-json.ts'

const path = '/admin/tokens/:tenant/:provider/:account'
type Params = PathParams<typeof path>

const auditTarget = (params: Params) => ({
  tenant: params.tenant,
  key: `tokens/${accountPath(params)}`,
})

export const tokenRoutes: AdminGroup = {
  name: 'Credentials',
  description:
    "What providers take, one credential for each of a tenant's accounts. Stored sealed; no answer holds one.",
  routes: [
    adminRoute({
      method: 'PUT',
      path,
      action: 'put_token',
      summary: "Store an account's credential",
      auditTarget,
      body: tokenBody,
      answers: { 200: answer('The state of the credential', tokenJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING'],
      async handle({ params: ref, body }, { store, vault, domains, now }) {
        const text = credentialText(body, domains.get(ref.provider)?.provider.auth)
        const { expires_at = null, token_type = 'Bearer' } = body
        const at = now()
        const sealed = await vault.seal(text, accessTokenBinding(ref))
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
      summary: "Read the state of an account's credential",
      auditTarget,
      answers: { 200: answer('The state of the credential', tokenJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING', 'TOKEN_MISSING'],
      async handle({ params: ref }, { store, now }) {
        const [credential, seed] = await Promise.all([store.credentials.get(ref), store.seeds.get(ref)])
        if (!credential && !seed) throw await missingToken(store, ref)
        return json(tokenToJson(ref, credential, seed, now()))
      },
    }),
    adminRoute({
      method: 'DELETE',
      path,
      action: 'delete_token',
      summary: "Delete an account's credential",
      description: 'What refreshes it (see `POST /admin/seed-oauth`) goes with it.',
      auditTarget,
      answers: { 204: { description: 'The credential is deleted' } },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING', 'TOKEN_MISSING'],
      async handle({ params: ref }, { store }) {
        if (!(await store.credentials.remove(ref))) throw await missingToken(store, ref)
        return { status: 204, body: null }
      },
    }),
  ],
}
