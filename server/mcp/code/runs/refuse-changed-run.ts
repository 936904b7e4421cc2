import { digestPolicy } from '@patchbay/core/approvals'
import { hasSameOwner, type OwnerStore } from '@patchbay/core/effects'
import { GatewayError } from '@patchbay/core/errors'
import { accountOfKey, type Store } from '@patchbay/core/store'
import type { McpScope } from '../../mcp-scope.ts'
import type { CalledAccount } from '../calls/called-account.ts'
import type { StoppedRun } from './kept-runs.ts'

export type OwnersStore = OwnerStore & Pick<Store, 'credentials'>

/** Each account once for each owner that it had. */
const chooseAccounts = (calls: readonly CalledAccount[]): readonly CalledAccount[] => [
  ...new Map(calls.map((call) => [`${call.account} ${call.handoverId}`, call])).values(),
]

const refuseChangedAccounts = async (
  store: OwnersStore,
  { tenant, id }: { readonly tenant: string; readonly id: string },
  calls: readonly CalledAccount[],
): Promise<void> => {
  for (const { account: key = '', handoverId = null } of chooseAccounts(calls)) {
    const { provider, account } = accountOfKey(key)
    if (account === null) continue
    const ref = { tenant, provider, account }
    const now = (await store.credentials.get(ref))?.handover_id ?? null
    // The id of a run begins with its time, as that of an entry does.
    if (await hasSameOwner(store, ref, { handover_id: handoverId, entry_id: id }, now)) continue
    throw new GatewayError(
      'CONFLICT',
      `The account ${key} was given another credential since this run called it, perhaps somebody else's, so the run ends here; begin a new one`,
    )
  }
}

/**
 * Throws CONFLICT where an account that a run has called was given another credential since, as what the run knows of one person must not
 * go on to the next, and where other rules decide about the caller's calls, which may allow less than the run knows.
 */
export const refuseChangedRun = async (
  store: OwnersStore,
  { tenant, caller }: Pick<McpScope, 'tenant' | 'caller'>,
  { id, policy }: Pick<StoppedRun, 'policy'> & { readonly id: string },
  calls: readonly CalledAccount[],
): Promise<void> => {
  if (policy !== undefined && policy !== digestPolicy(caller))
    throw new GatewayError(
      'CONFLICT',
      'The rules for your calls have changed since this run made its own, so the run ends here; begin a new one',
    )
  await refuseChangedAccounts(store, { tenant: tenant.id, id }, calls)
}
