import { type Asker, isKeptFor } from '../../context/index.ts'
import { parseExact } from '../../encoding/exact-json.ts'
import { GatewayError } from '../../errors.ts'
import { type ApprovalRecord, endApproval, endedStates, type Store } from '../../store/index.ts'
import type { UnixMs } from '../../time.ts'
import { type Vault, VaultError } from '../../vault/index.ts'
import { showState } from '../ask.ts'
import { approvalResultBinding } from '../stored/bindings.ts'
import type { AnnounceChange } from './announce-change.ts'
import type { WhoDecides } from './who-decides.ts'

/** An approval and the envelope of its call, if there is one that can still be read. */
export interface OwnApproval {
  readonly record: ApprovalRecord
  readonly result: unknown
}

/** The approvals that callers can see and withdraw: those of their own calls. For anybody else a call doesn't exist. */
export interface AskerDesk {
  /** Throws NOT_FOUND. */
  findOwn(id: string, asker: Asker): Promise<OwnApproval>
  /** The state, and the result once there is one. Throws NOT_FOUND. */
  showToAsker(id: string, asker: Asker): Promise<Record<string, unknown>>
  /** The people who can decide about a call that waits; `undefined`: it waits no longer. Throws NOT_FOUND. */
  findWhoDecides(id: string, asker: Asker): Promise<WhoDecides | undefined>
  /** Throws NOT_FOUND and CONFLICT. */
  withdraw(id: string, asker: Asker): Promise<ApprovalRecord>
}

export const noApproval = (): GatewayError => new GatewayError('NOT_FOUND', 'There is no such approval')

export const alreadyDecided = ({ state }: Pick<ApprovalRecord, 'state'>): GatewayError =>
  new GatewayError('CONFLICT', `This call no longer waits for approval: it is ${state}`)

export const createAskerDesk = ({
  store,
  vault,
  find,
  whoDecides,
  announce,
  now,
}: {
  readonly store: Pick<Store, 'approvals'>
  readonly vault: Vault
  /** Throws NOT_FOUND. */
  readonly find: (id: string) => Promise<ApprovalRecord>
  readonly whoDecides: (record: ApprovalRecord) => Promise<WhoDecides>
  readonly announce: AnnounceChange
  readonly now: () => UnixMs
}): AskerDesk => {
  const { approvals } = store

  const findRecord = async (id: string, asker: Asker): Promise<ApprovalRecord> => {
    const record = await find(id)
    if (!isKeptFor(record, asker)) throw noApproval()
    return record
  }

  /** The result of an approved call; `undefined`: there is none, or it can't be read any more. */
  const openResult = async (record: ApprovalRecord): Promise<unknown> => {
    const text = endedStates.has(record.state) ? await approvals.text(record.id) : undefined
    if (!text?.sealed_result) return undefined
    try {
      return parseExact(await vault.open(text.sealed_result, approvalResultBinding(record)))
    } catch (error) {
      if (error instanceof VaultError) return undefined
      throw error
    }
  }

  const findOwn = async (id: string, asker: Asker): Promise<OwnApproval> => {
    const record = await findRecord(id, asker)
    return { record, result: await openResult(record) }
  }

  return {
    findOwn,
    async showToAsker(id, asker) {
      const { record, result } = await findOwn(id, asker)
      return { ...showState(record), ...(result !== undefined && { result }) }
    },
    async findWhoDecides(id, asker) {
      const record = await findRecord(id, asker)
      return record.state === 'waiting' ? whoDecides(record) : undefined
    },
    async withdraw(id, asker) {
      for (;;) {
        const record = await findRecord(id, asker)
        if (record.state !== 'waiting') throw alreadyDecided(record)
        const next = endApproval(record, { state: 'withdrawn', reason: 'Withdrawn by its caller' }, now())
        if (!(await approvals.swap(record.version, next))) continue
        await announce(next)
        return next
      }
    },
  }
}
