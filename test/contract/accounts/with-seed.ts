import type { AccountRef, ClaimRequest, NewCredential, Store } from '@patchbay/core/store'
import type { FreshStore } from '../open-store.ts'
import { configuration, credential, noon, refOf, seed } from '../samples.ts'

/** The account with the seed, and an account of the same tenant without one. */
export const [eu, us] = [refOf('acme', 'hubspot/eu'), refOf('acme', 'hubspot/us')]

export const request = (owner: string, stale: string | null, changes: Partial<ClaimRequest> = {}): ClaimRequest => ({
  owner,
  stale,
  forced: false,
  leaseMs: 60_000,
  ...changes,
})

export const versionsOf = async (store: Store, ref: AccountRef) => {
  const seed = await store.seeds.get(ref)
  return { seed: seed?.version ?? '', credential: (await store.credentials.get(ref))?.version ?? null }
}

/** A store with a seed, an access token with these members (`null`: none), and the versions that a refresh begins with. */
export const withSeed = async (fresh: FreshStore, given: Partial<NewCredential> | null = {}) => {
  const { store } = await fresh()
  await store.tenants.put('acme', configuration('hubspot/eu', 'hubspot/us'), { now: noon, prune: false })
  if (given) await store.credentials.put(eu, credential(given), noon)
  await store.seeds.put(eu, seed(), noon)
  const begun = await versionsOf(store, eu)
  const claim = (owner: string, changes: Partial<ClaimRequest> = {}) =>
    store.seeds.claim(eu, request(owner, begun.credential, changes))
  return { store, begun, claim }
}
