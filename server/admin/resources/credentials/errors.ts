import { GatewayError } from '@patchbay/core/errors'
import { stepToStoreCredential } from '@patchbay/core/next-step'
import { hasAccount } from '@patchbay/core/rules'
import type { AccountRef, Store } from '@patchbay/core/store'
import { tenantNotFound } from '../tenants/not-found.ts'

export const configMissing = ({ tenant, provider, account }: AccountRef): GatewayError =>
  new GatewayError('CONFIG_MISSING', `The tenant ${tenant} has no account ${provider}/${account}`, {
    next: { route: 'patch_tenant', params: { tenant } },
  })

/** The error for an account without a credential: it says whether the tenant, the account or the credential is missing. */
export const missingToken = async (store: Store, ref: AccountRef): Promise<GatewayError> => {
  const tenant = await store.tenants.get(ref.tenant)
  if (!tenant) return tenantNotFound(ref.tenant)
  if (!hasAccount(tenant.providers, ref)) return configMissing(ref)
  return new GatewayError('TOKEN_MISSING', `No token is stored for ${ref.provider}/${ref.account}`, {
    next: stepToStoreCredential(ref),
  })
}
