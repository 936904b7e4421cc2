import { buildRevocation, chooseApplication, hasAccount } from '@patchbay/core/rules'
import type {
  AccountRef,
  ConnectLink,
  CredentialRecord,
  Credentials,
  Leaving,
  NewSeed,
  TenantRecord,
} from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import type { ReadResults, RecordStore } from '../../records/record-store.ts'
import type { RecordWrite } from '../../records/table.ts'
import { credentialTable, readAccountRef, seedTable } from './account-tables.ts'
import { endConnections, findConnectedBefore, forgetIdentity } from './connections.ts'
import { credentialChange } from './credential-change.ts'
import { markVerified } from './mark-verified.ts'
import { revocationTable } from './revocations.ts'
import { freshSeed, newHandover, withToken } from './seed-state.ts'
import { tenantTable } from './tenant-table.ts'
import { vendorApplicationTable } from './vendor-applications.ts'

/** The reason why an account can't have a credential or seed; `undefined`: it can. */
export const missingAccount = (
  tenant: TenantRecord | undefined,
  ref: AccountRef,
): 'TENANT_NOT_FOUND' | 'CONFIG_MISSING' | undefined => {
  if (!tenant) return 'TENANT_NOT_FOUND'
  return hasAccount(tenant.providers, ref) ? undefined : 'CONFIG_MISSING'
}

/** The stored records of an account that is about to be removed. */
export const readHeld = (ref: AccountRef) => ({
  credential: credentialTable.at(ref),
  seed: seedTable.at(ref),
  link: findConnectedBefore(ref),
  ownApp: vendorApplicationTable.at(ref),
  commonApp: vendorApplicationTable.at({ ...ref, tenant: '' }),
})

/** Records the access that must be revoked after its removal. */
export const leaveRevocation = (
  ref: AccountRef,
  { ownApp, commonApp, ...held }: ReadResults<ReturnType<typeof readHeld>>,
  leaving: Leaving | undefined,
): readonly RecordWrite[] => {
  const app = chooseApplication(ref, held.seed, { own: ownApp, common: commonApp })
  const revocation = leaving && buildRevocation(ref, { ...held, app }, leaving)
  return revocation ? [revocationTable.put(revocation)] : []
}

/** An administrator gives the account a seed. The credential is of the same handover from then on: the next refresh replaces it. */
export const giveSeed = (
  ref: AccountRef,
  seed: NewSeed,
  credential: CredentialRecord | undefined,
  link: ConnectLink | undefined,
  now: Date,
): readonly RecordWrite[] => {
  const handover_id = newHandover()
  return [
    seedTable.put(freshSeed(ref, seed, credential, handover_id, now)),
    ...(credential ? [credentialTable.update(readAccountRef(ref), { handover_id })] : []),
    ...forgetIdentity(link),
  ]
}

/** `count`: each driver counts in its own way, as there are many. */
export const createCredentials = (store: RecordStore, count: Credentials['count']): Credentials => ({
  put: (ref, { sealed, token_type, expires_at }, now) => {
    const reads = {
      tenant: tenantTable.at({ id: ref.tenant }),
      credential: credentialTable.at(ref),
      seed: seedTable.at(ref),
      link: findConnectedBefore(ref),
    }
    return store.change(ref.tenant, reads, ({ tenant, link, ...before }) => {
      const missing = missingAccount(tenant, ref)
      if (missing) return { answer: missing }
      const credential = {
        ...readAccountRef(ref),
        sealed,
        token_type,
        expires_at,
        version: crypto.randomUUID(),
        updated_at: isoTime(now),
        rejected_at: null,
        handover_id: newHandover(),
      }
      const seed = before.seed && withToken(before.seed, credential, now)
      return {
        answer: { before, after: { credential, seed } },
        writes: [credentialTable.put(credential), ...(seed ? [seedTable.put(seed)] : []), ...forgetIdentity(link)],
        changes: [credentialChange(ref)],
      }
    })
  },
  get: (ref) => store.read(credentialTable.at(ref)),
  remove: (ref, leaving) =>
    store.change(ref.tenant, readHeld(ref), (held) => {
      if (!held.credential && !held.seed) return { answer: false }
      const key = readAccountRef(ref)
      return {
        answer: true,
        writes: [
          ...leaveRevocation(key, held, leaving),
          credentialTable.remove(key),
          seedTable.remove(key),
          endConnections(key),
        ],
        changes: [credentialChange(ref)],
      }
    }),
  count,
  recordVerdict: (ref, version, rejected) =>
    store.change(
      ref.tenant,
      { credential: credentialTable.at(ref), seed: seedTable.at(ref) },
      ({ credential, seed }) => {
        const next = markVerified(credential, version, rejected)
        if (!next) return { answer: false }
        return {
          answer: seed?.status !== 'needs_reauth',
          writes: [credentialTable.put(next)],
          changes: [credentialChange(ref)],
        }
      },
    ),
  reseal: async (ref, version, sealed) =>
    (await store.write(credentialTable.update({ ...readAccountRef(ref), version }, { sealed }))) > 0,
})
