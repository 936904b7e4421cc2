import { printCanonical } from '../../effects/index.ts'
import { parseExact } from '../../encoding/exact-json.ts'
import type { ApprovalRecord, ApprovalText } from '../../store/index.ts'
import { type Vault, VaultError } from '../../vault/index.ts'
import { approvalCallBinding } from './bindings.ts'

/** The members of an approval to which its digest is bound, beside the call. */
const boundMembers = [
  'id',
  'tenant',
  'token_id',
  'provider',
  'account',
  'action',
  'rule',
  'policy',
  'needed',
  'expires_at',
] as const satisfies readonly (keyof ApprovalRecord)[]

/** The call that people approve: they see all of it, and its digest covers all of it. */
export interface AskedCall extends Pick<ApprovalRecord, (typeof boundMembers)[number]> {
  readonly v: 1
  /** The owner of the account, as far as the gateway knows; another owner later makes it another account. */
  readonly identity: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** The request as it would be sent, without the credential. */
  readonly request: unknown
}

/** The sealed part of a waiting call. */
export interface StoredCall {
  readonly asked: AskedCall
  readonly resultFields: readonly string[] | null
  readonly idempotencyKey: string | null
  /** The hash of the token that asked: it is looked up again before the call is sent. */
  readonly tokenHash: string
}

export const digestAskedCall = (call: AskedCall): string => Bun.CryptoHasher.hash('sha256', printCanonical(call), 'hex')

export const sealStoredCall = (vault: Vault, owner: Pick<ApprovalText, 'id' | 'tenant'>, stored: StoredCall) =>
  vault.seal(JSON.stringify(stored), approvalCallBinding(owner))

/** True if the record matches its digest: nothing of it was changed since it was stored. */
const isUnchanged = (record: ApprovalRecord, call: AskedCall): boolean =>
  digestAskedCall(call) === record.digest && boundMembers.every((member) => call[member] === record[member])

/** Opens a waiting call; `undefined`: it can't be opened, or wasn't stored for this approval. */
export const openStoredCall = async (
  vault: Vault,
  record: ApprovalRecord,
  text: ApprovalText | undefined,
): Promise<StoredCall | undefined> => {
  if (!text) return undefined
  try {
    const stored = parseExact(await vault.open(text.sealed_call, approvalCallBinding(record))) as StoredCall
    return isUnchanged(record, stored.asked) ? stored : undefined
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}
