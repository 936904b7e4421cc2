import { setImmediate } from 'node:timers/promises'
import {
  type AccountRef,
  type CredentialRecord,
  type RecordKey,
  recordKeys,
  type SeedRecord,
  type Store,
} from '@patchbay/core/store'

/** The records of an account: a credential, the seed that refreshes it, or both. */
export interface StoredAccount {
  readonly ref: AccountRef
  readonly credential: CredentialRecord | undefined
  readonly seed: SeedRecord | undefined
}

const pageSize = 500

export const toAccountKey = ({ tenant, provider, account }: AccountRef): RecordKey => [tenant, provider, account]

/** A key as one text, in the order of the keys: a space sorts before every character of an id. */
const toSortKey = (ref: AccountRef): string =>
  recordKeys.credentials.map((name) => ref[name as keyof AccountRef]).join(' ')

const findPageEnd = (records: readonly AccountRef[]): string => {
  const last = records.at(-1)
  return last && records.length === pageSize ? toSortKey(last) : '~'
}

/** Yields all accounts with a credential or a seed after that key, in the order of their keys. */
export async function* storedAccounts(store: Store, after: RecordKey | null): AsyncGenerator<StoredAccount> {
  const { credentials, seeds } = store.transfer.records
  for (let from = after; ; ) {
    const page = { limit: pageSize, after: from }
    const [someCredentials, someSeeds] = await Promise.all([credentials.read(page), seeds.read(page)])
    const accounts = new Map<string, StoredAccount>()
    for (const credential of someCredentials)
      accounts.set(toSortKey(credential), { ref: credential, credential, seed: undefined })
    for (const seed of someSeeds) {
      const account = accounts.get(toSortKey(seed))
      accounts.set(toSortKey(seed), { ref: seed, credential: account?.credential, seed })
    }
    // Beyond the end of a full page the other kind may have more.
    const end = [findPageEnd(someCredentials), findPageEnd(someSeeds)].toSorted()[0] ?? '~'
    const complete = [...accounts].filter(([order]) => order <= end).toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (const [, account] of complete) yield account
    const last = complete.at(-1)?.[1]
    if (end === '~' || !last) return
    from = toAccountKey(last.ref)
    // The embedded store answers at once: calls get their turn in between.
    await setImmediate()
  }
}
