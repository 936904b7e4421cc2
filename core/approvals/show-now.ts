import type { AccessPolicy } from '../access/index.ts'
import type { AccountRef, ApprovalRecord, Store } from '../store/index.ts'
import type { Vault } from '../vault/index.ts'
import { openStoredCall } from './stored/asked-call.ts'
import { readIdentity } from './stored/identity.ts'

/** What is there before a write changes it, as people who decide about the write see it. */
export interface CurrentState {
  /** The name of the read. */
  readonly read: string
  /** Its answer, without the credential; `null`: there is none. */
  readonly data: unknown
  /** Why it can't be shown, without secrets. */
  readonly reason: string | null
}

/** A write about which somebody decides. */
export interface WriteToShow {
  readonly ref: AccountRef
  readonly action: string
  readonly params: Readonly<Record<string, unknown>>
  /** The policy of the tenant token that looks; left out: an administrator looks. */
  readonly policy?: AccessPolicy | undefined
}

/** Reads what a write would change. `undefined`: it changes nothing that is there, or no read shows it. Never rejects. */
export type ReadNow = (write: WriteToShow, signal: AbortSignal) => Promise<CurrentState | undefined>

/** What is there now at the account of those who asked. `policy` is that of the tenant token that looks. */
export type ShowNow = (
  record: ApprovalRecord,
  signal: AbortSignal,
  policy?: AccessPolicy,
) => Promise<CurrentState | undefined>

export const createShowNow =
  ({
    store,
    vault,
    readNow,
  }: {
    readonly store: Pick<Store, 'approvals' | 'connections' | 'seeds' | 'credentials'>
    readonly vault: Vault
    /** Left out: nothing is read. */
    readonly readNow?: ReadNow | undefined
  }): ShowNow =>
  async (record, signal, policy) => {
    if (!readNow || record.state !== 'waiting') return undefined
    const stored = await openStoredCall(vault, record, await store.approvals.text(record.id))
    if (!stored) return undefined
    const { tenant, provider, account, action } = record
    const ref = { tenant, provider, account }
    // Of another person's account, nothing is shown.
    if ((await readIdentity(store, ref)) !== stored.asked.identity) return undefined
    return readNow({ ref, action, params: stored.asked.parameters, policy }, signal)
  }
