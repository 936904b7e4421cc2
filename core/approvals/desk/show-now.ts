import type { AccessPolicy } from '../../access/index.ts'
import type { AccountRef, ApprovalRecord, Store } from '../../store/index.ts'
import type { Vault } from '../../vault/index.ts'
import { openStoredCall } from '../stored/asked-call.ts'
import { readIdentity } from '../stored/identity.ts'

/** The state before a write changes it, as shown to people who decide about the write. */
export interface CurrentState {
  /** The name of the read. */
  readonly read: string
  /** The read's answer, without the credential; `null`: there is none. */
  readonly data: unknown
  /** The reason why the state can't be shown, without secrets. */
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

/** Reads the state that a write would change. `undefined`: it changes nothing that exists, or no read shows it. Never rejects. */
export type ReadNow = (write: WriteToShow, signal: AbortSignal) => Promise<CurrentState | undefined>

/** The present state at the account of a waiting call. `policy`: that of the tenant token that looks. */
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
    /** Reads the present state; left out: nothing is read. */
    readonly readNow?: ReadNow | undefined
  }): ShowNow =>
  async (record, signal, policy) => {
    if (!readNow || record.state !== 'waiting') return undefined
    const stored = await openStoredCall(vault, record, await store.approvals.text(record.id))
    if (!stored) return undefined
    const { tenant, provider, account, action } = record
    const ref = { tenant, provider, account }
    // Nothing is shown of another person's account.
    if ((await readIdentity(store, ref)) !== stored.asked.identity) return undefined
    return readNow({ ref, action, params: stored.asked.parameters, policy }, signal)
  }
