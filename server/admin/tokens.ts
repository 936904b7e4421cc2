import { GatewayError } from '@patchbay/core/errors'
import { accessTokenBinding } from '@patchbay/core/run'
import type { AccountRef, CredentialRecord, Store } from '@patchbay/core/store'
import { json, type Route } from '../exchange.ts'
import { hasAccount } from '../store/has-account.ts'
import type { AdminParts, Gate } from './gate.ts'
import type { PathParams } from './path-params.ts'
import { tenantNotFound } from './tenants.ts'
import { checkToken, tokenBody } from './token-body.ts'

const path = '/admin/tokens/:tenant/:provider/:account'
type Params = PathParams<typeof path>

const soonSeconds = 24 * 3600

const stateOf = (expiresAt: number | null, now: Date): 'valid' | 'expiring_soon' | 'expired' => {
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - now.getTime() / 1000
  if (left <= 0) return 'expired'
  return left <= soonSeconds ? 'expiring_soon' : 'valid'
}

const shown = (record: CredentialRecord, now: Date) => ({
  tenant_id: record.tenant,
  provider: record.provider,
  account_id: record.account,
  token_type: record.token_type,
  expires_at: record.expires_at,
  state: stateOf(record.expires_at, now),
  updated_at: record.updated_at,
})

const configMissing = ({ tenant, provider, account }: AccountRef): GatewayError =>
  new GatewayError(
    'CONFIG_MISSING',
    `The tenant ${tenant} has no account ${provider}/${account}; add it with PUT /admin/tenants/${tenant}`,
  )

const tokenMissing = ({ provider, account }: AccountRef): GatewayError =>
  new GatewayError('TOKEN_MISSING', `No token is stored for ${provider}/${account}`)

/** Why an account's token isn't there. */
const missing = async (store: Store, ref: AccountRef): Promise<GatewayError> => {
  const tenant = await store.tenants.get(ref.tenant)
  if (!tenant) return tenantNotFound(ref.tenant)
  return hasAccount(tenant.providers, ref) ? tokenMissing(ref) : configMissing(ref)
}

const about = ({ tenant, provider, account }: Params) => ({
  tenant,
  key: `tokens/${tenant}/${provider}/${account}`,
})

/** `/admin/tokens`: the tenants' provider tokens. They are stored sealed, and no answer holds one. */
export const tokenRoutes = (gate: Gate, { store, vault, domains, now = () => new Date() }: AdminParts): Route[] => [
  gate({
    method: 'PUT',
    path,
    action: 'put_token',
    about,
    body: tokenBody,
    async handle({ params: ref, body }) {
      checkToken(body, domains.get(ref.provider)?.provider.auth)
      const { access_token, expires_at = null, token_type = 'Bearer' } = body
      const at = now()
      const sealed = await vault.seal(access_token, accessTokenBinding(ref))
      const outcome = await store.credentials.put(ref, { sealed, token_type, expires_at }, at)
      if (outcome !== 'stored') throw outcome === 'TENANT_NOT_FOUND' ? tenantNotFound(ref.tenant) : configMissing(ref)
      return json(shown({ ...ref, sealed, token_type, expires_at, version: '', updated_at: at.toISOString() }, at))
    },
  }),
  gate({
    method: 'GET',
    path,
    action: 'get_token',
    about,
    async handle({ params: ref }) {
      const record = await store.credentials.get(ref)
      if (!record) throw await missing(store, ref)
      return json(shown(record, now()))
    },
  }),
  gate({
    method: 'DELETE',
    path,
    action: 'delete_token',
    about,
    async handle({ params: ref }) {
      if (!(await store.credentials.remove(ref))) throw await missing(store, ref)
      return { status: 204, body: null }
    },
  }),
]
