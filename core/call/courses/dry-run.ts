import type { Data, PreparedCall } from '../../context/index.ts'
import type { Credential, Refresher } from '../../refresh/index.ts'
import { chooseKey } from '../../upstream/index.ts'
import { showToPeople, type VendorParts } from '../../vendor/index.ts'
import { isAlive, noCredential, unusable } from '../credential.ts'

/** Placeholder for the key of a write whose caller gives none: each call gets a new one. */
const newKey = '(new key)'

/** The audit log's reason for a call that was only shown. */
export const dryRunReason = 'Dry run: nothing was sent'

/** The credential that a call would have: the stored one if it is alive, or a placeholder for one that would be renewed. */
export const findUsable = async (
  refresher: Refresher,
  stored: Credential | undefined,
  ref: PreparedCall['ref'],
): Promise<Credential> => {
  if (isAlive(stored)) return stored
  if (!(await refresher.canRenew(ref))) throw unusable(stored, ref)
  return stored ?? noCredential
}

/**
 * The answer to a call with `dry_run`: the request that it would send, and the routes of those before it whose answers complete it. Nothing is sent,
 * not even to the token endpoint. Throws the errors that the call would throw before anything is sent.
 */
export const showCall = async (
  { vendor, refresher }: { readonly vendor: VendorParts; readonly refresher: Refresher },
  prepared: PreparedCall,
  idempotencyKey: string | undefined,
  stored: Credential | undefined,
): Promise<Data> => {
  const credential = await findUsable(refresher, stored, prepared.ref)
  const request = showToPeople(vendor, prepared, credential, chooseKey(prepared.action, idempotencyKey ?? newKey))
  const completed_by = prepared.action.before?.map(({ send }) => send.route)
  return { status: 200, text: JSON.stringify({ request, completed_by, sends: false }) }
}
