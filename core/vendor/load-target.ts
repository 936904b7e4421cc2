import type { StoreCache } from '../admission/index.ts'
import type { AnyAction } from '../provider/index.ts'
import { findAccount } from '../rules/index.ts'
import type { Domain } from '../schema/index.ts'
import type { Account, AccountRef, TenantRecord } from '../store/index.ts'

/** An action of a tenant's account, as its records and the registered providers have it now. */
export interface VendorTarget {
  readonly kind: 'target'
  readonly ref: AccountRef
  readonly tenant: TenantRecord
  readonly domain: Domain
  readonly account: Account
  readonly action: AnyAction
}

/** The reasons why there is no target; `gone`: the tenant or the account was removed. The caller decides what each reason means. */
export type MissingTarget = 'gone' | 'suspended' | 'no-domain' | 'no-action'

/** The target of an account and an action's name, or the reason why there is none. */
export type LoadedTarget = VendorTarget | { [K in MissingTarget]: { readonly kind: K } }[MissingTarget]

export interface TargetParts {
  readonly domains: ReadonlyMap<string, Domain>
  readonly storeCache: Pick<StoreCache, 'tenant'>
}

/** Finds the present target of an account and an action's name, for work without an admitted caller. */
export const loadTarget = async (
  { domains, storeCache }: TargetParts,
  ref: AccountRef,
  actionName: string,
): Promise<LoadedTarget> => {
  const tenant = await storeCache.tenant(ref.tenant)
  const account = tenant && findAccount(tenant.providers, ref)
  if (!tenant || !account) return { kind: 'gone' }
  const domain = domains.get(ref.provider)
  if (!domain) return { kind: 'no-domain' }
  if (tenant.status !== 'active') return { kind: 'suspended' }
  const action = domain.source.action(actionName)
  return action ? { kind: 'target', ref, tenant, domain, account, action } : { kind: 'no-action' }
}
