import type { CallAnswer } from '@patchbay/core/run'
import type { Continuations, Kept } from './continuations.ts'
import { type Cut, cutData } from './cut-data.ts'
import { parseExact } from './exact-json.ts'

/** An answer that may be too large, and where it comes from. */
export interface Fitting {
  readonly answer: Pick<CallAnswer, 'status' | 'envelope' | 'bytes' | 'trail'>
  readonly domain: string
  readonly body: Readonly<Record<string, unknown>>
  /** The continuation that this answers, with what it named. */
  readonly after: { readonly name: string; readonly kept: Kept } | undefined
}

/** What an envelope holds beside its data, `truncated` included. */
const around = 400

/** Counts what earlier parts had of the same list. */
const counted = ({ at, returned, total }: Cut, seen: Kept['seen'] | undefined) => {
  const before = seen?.at === at ? seen.count : 0
  return { at, returned, total: before + total, count: before + returned }
}

/**
 * The envelope of an answer within the tenant's `max_result_bytes`: one that is larger is cut (decisions, "MCP and
 * OAuth"), and what is left is kept under the name in `truncated.continuation`.
 */
export const fitAnswer = (
  continuations: Continuations,
  tenant: { readonly id: string; readonly options: { readonly max_result_bytes: number } },
  { answer, domain, body, after }: Fitting,
): string => {
  const { envelope, bytes, status, trail } = answer
  const most = tenant.options.max_result_bytes
  if (bytes <= most) return envelope
  const whole = parseExact(envelope) as { data: unknown }
  const cut = cutData(whole.data, most - around)
  if (!cut) return envelope

  const { count, ...truncated } = counted(cut, after?.kept.seen)
  const account = trail.key?.slice(domain.length + 1) ?? ''
  const kept = { domain, body, account, status, rest: JSON.stringify(cut.rest), seen: { at: cut.at, count } }
  const continuation = continuations.keep(tenant.id, kept, after?.name)
  return JSON.stringify({ ...whole, data: cut.part, truncated: { ...truncated, continuation } })
}
