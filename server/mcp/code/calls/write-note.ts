import { type CallRecord, readOutcome } from '@patchbay/core/context'

/** A write of a run, for readers who must know what was done. */
export interface WriteNote {
  readonly provider: string
  readonly action: string
  readonly account: string | null
  /** The id of what was made or changed, as the answer has it; `null`: the answer has none. */
  readonly id: string | number | null
  readonly state: 'done' | 'failed' | 'unknown' | 'waiting'
  /** The audit entry of the write: `GET /admin/calls/<id>` finds it. */
  readonly request_id: string
  /** True if the write was made by the run that this one resumes. */
  readonly recorded?: true
}

/** The members by which vendors name what they made, the usual ones first. */
const idNames = ['id', 'gid', 'Id', 'key', 'sid', 'ts', 'number', 'name']
const mostLevels = 3

const isId = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '' && value.length <= 200) || typeof value === 'number'

/** The id of the first object that has one, from the outside in: answers lie in `data`, `ticket`, `issueCreate.issue`. */
export const findId = (data: unknown, levels = mostLevels): string | number | null => {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null
  const members = data as Readonly<Record<string, unknown>>
  const own = idNames.map((name) => (Object.hasOwn(members, name) ? members[name] : undefined)).find(isId)
  if (own !== undefined) return own
  if (levels === 0) return null
  const inner = Object.values(members).map((value) => findId(value, levels - 1))
  return inner.find((id) => id !== null) ?? null
}

const states = { ok: 'done', error: 'failed', unknown: 'unknown' } as const

/** The note of a call that has ended, or is under way; `undefined`: it sent nothing that changes something. */
export const noteWrite = (
  call: CallRecord,
  {
    code,
    data,
    approvalId,
  }: { readonly code: string | null; readonly data?: unknown; readonly approvalId?: string | undefined },
): WriteNote | undefined => {
  const { provider, action, account = null, write } = call
  if (provider === undefined || action === undefined || (write === undefined && approvalId === undefined))
    return undefined
  const request_id = write?.id ?? call.arrival.requestId
  const state = approvalId === undefined ? states[readOutcome(call, code)] : 'waiting'
  return { provider, action, account, id: findId(data), state, request_id }
}
