import { asGatewayError } from '@patchbay/core/errors'
import { clientSecretBinding, refreshTokenBinding } from '@patchbay/core/refresh'
import type { AccountRef, CredentialRecord } from '@patchbay/core/store'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'
import { checkTokenEndpoint, seedBody } from './seed-body.ts'
import { tenantNotFound } from './tenants.ts'
import { configMissing } from './token-errors.ts'
import { tokenToJson } from './token-to-json.ts'

const isValid = (credential: CredentialRecord | undefined, now: Date): boolean =>
  credential !== undefined && (credential.expires_at === null || credential.expires_at * 1000 > now.getTime())

/** `POST /admin/seed-oauth`: stores what refreshes an account's token. It is sealed, and no answer holds it. */
export const seedRoutes = (adminRoute: AdminRouteFactory, parts: AdminParts): Route[] => {
  const { store, vault, refresher, fetcher, now = () => new Date() } = parts

  /** Uses the seed at once when there is no valid token, so that the administrator who sends a wrong seed sees the error. */
  const useAtOnce = async (ref: AccountRef): Promise<{ refreshed: boolean; error: string | null }> => {
    const credential = await store.credentials.get(ref)
    if (isValid(credential, now())) return { refreshed: false, error: null }
    try {
      const fresh = await refresher.renew(ref, credential?.version ?? null)
      return { refreshed: fresh !== undefined, error: null }
    } catch (thrown) {
      const { code, message } = asGatewayError(thrown)
      if (code !== 'TOKEN_EXPIRED' && code !== 'UPSTREAM_ERROR') throw thrown
      return { refreshed: false, error: message }
    }
  }

  return [
    adminRoute({
      method: 'POST',
      path: '/admin/seed-oauth',
      action: 'seed_oauth',
      auditTarget: (_params, body) => ({
        tenant: body?.tenant_id ?? null,
        key: body ? `seeds/${body.tenant_id}/${body.provider}/${body.account_id}` : 'seeds',
      }),
      body: seedBody,
      async handle({ body }) {
        const { tenant_id, provider, account_id, client_id, client_secret, token_endpoint, refresh_token } = body
        const ref = { tenant: tenant_id, provider, account: account_id }
        await checkTokenEndpoint(fetcher, token_endpoint)
        const seed = {
          client_id,
          token_endpoint,
          sealed_client_secret: await vault.seal(client_secret, clientSecretBinding(ref)),
          sealed_refresh_token: await vault.seal(refresh_token, refreshTokenBinding(ref)),
        }
        const outcome = await store.seeds.put(ref, seed, now())
        if (outcome === 'TENANT_NOT_FOUND') throw tenantNotFound(tenant_id)
        if (outcome === 'CONFIG_MISSING') throw configMissing(ref)
        const used = await useAtOnce(ref)
        const token = tokenToJson(ref, await store.credentials.get(ref), await store.seeds.get(ref), now())
        return json({ ...token, ...used }, outcome === 'created' ? 201 : 200)
      },
    }),
  ]
}
