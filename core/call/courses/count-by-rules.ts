import { type AccessDecision, type CountedBy, type IsFull, refuse } from '../../access/index.ts'
import type { AdmittedCaller, CallRecord } from '../../context/index.ts'
import type { CallEffects } from '../../effects/index.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { RuleWindow, Store } from '../../store/index.ts'
import { asUnixMs, currentMs, isoTime, type UnixMs } from '../../time.ts'
import { describeCall } from '../receive/raw-action.ts'
import type { ReceivedCall } from '../receive/receive-call.ts'

/** A call after the rules with `per` have counted it. */
export interface CountedCall {
  readonly decision: ReceivedCall['decision']
  /** The counts that this call was added to. */
  readonly counts: readonly string[]
}

export interface CountParts {
  readonly store: Pick<Store, 'ruleCounts'>
  readonly effects: Pick<CallEffects, 'findKeptWrite'>
}

/** The approval under which a call is made, which was counted when people were asked. */
interface CountedApproval {
  readonly counts: readonly string[]
}

const notCounted: readonly string[] = []

const hourMs = 3_600_000
const units = {
  hour: { ms: hourMs, length: 'yyyy-mm-ddThh'.length },
  day: { ms: 24 * hourMs, length: 'yyyy-mm-dd'.length },
} as const

/** Identifies a rule, over all its hours and days: those of a tenant count all its tokens, those of a token its grants, too. */
const ruleId = ({ tenant, usableToken }: AdmittedCaller, { owner, text }: CountedBy): string => {
  const ownerId = owner === 'tenant' ? 'tenant' : (usableToken.tenantToken?.token_id ?? '')
  return `${tenant.id}/${ownerId}/${Bun.CryptoHasher.hash('sha256', text, 'hex').slice(0, 32)}`
}

const ruleOfCount = (id: string): string => id.slice(0, id.lastIndexOf('/'))

const listWindows = (rule: string, { per }: CountedBy, now: UnixMs): RuleWindow[] =>
  (['hour', 'day'] as const).flatMap((unit) => {
    const most = per[unit]
    if (most === undefined) return []
    const { ms, length } = units[unit]
    const ends_at = asUnixMs((Math.floor(now / ms) + 1) * ms)
    return [{ id: `${rule}/${isoTime(now).slice(0, length)}`, most, ends_at }]
  })

/** Counts a call, and decides it again if a rule is used up. `decide` decides as far as rules aren't used up; `held`: counts of its approval. */
const takeCounts = async (
  { store }: Pick<CountParts, 'store'>,
  caller: AdmittedCaller,
  decide: (isFull: IsFull) => AccessDecision,
  held: readonly string[],
  now: UnixMs = currentMs(),
): Promise<{ readonly decision: AccessDecision; readonly counts: readonly string[] }> => {
  const tenant = caller.tenant.id
  const heldRules = new Set(held.map(ruleOfCount))
  const fullRules = new Set<string>()
  for (;;) {
    const decision = decide((rule) => fullRules.has(ruleId(caller, rule)))
    if (decision.kind === 'refused') return { decision, counts: [] }
    const rules = new Map(decision.counted.map((rule) => [ruleId(caller, rule), rule]))
    const windows = [...rules].flatMap(([id, rule]) => (heldRules.has(id) ? [] : listWindows(id, rule, now)))
    // All or none are taken, so that nothing has to be given back before the next decision.
    const full = windows.length === 0 ? [] : await store.ruleCounts.take(tenant, windows, now)
    if (full.length === 0) return { decision, counts: windows.map(({ id }) => id) }
    for (const id of full) fullRules.add(ruleOfCount(id))
  }
}

/** Throws FORBIDDEN if rules are used up, except for a repeat that gets the answer of its key: it sends nothing. */
const countOrRefuse = async (
  parts: CountParts,
  caller: AdmittedCaller,
  record: CallRecord,
  { prepared, repetition, decision: decided }: ReceivedCall,
  approved: CountedApproval | undefined,
): Promise<CountedCall> => {
  const call = describeCall(prepared)
  const decide = (isFull: IsFull) => caller.access.decide(call, isFull, approved !== undefined)
  const { decision, counts } = await takeCounts(parts, caller, decide, approved?.counts ?? notCounted)
  if (decision.kind !== 'refused') return { decision, counts }
  if (await parts.effects.findKeptWrite(caller, record, prepared, repetition)) return { decision: decided, counts }
  throw refuse(call, decision.refusal)
}

/**
 * Counts a call by the rules that let it through; whoever calls it gives the counts back if nothing is sent. Throws FORBIDDEN if the
 * rules are used up, and CONFLICT as `findKeptWrite` does.
 */
export const countByRules = (
  parts: CountParts,
  caller: AdmittedCaller,
  record: CallRecord,
  received: ReceivedCall,
  approved: CountedApproval | undefined,
): MaybePromise<CountedCall> => {
  const { stated, decision } = received
  if (stated || decision.counted.length === 0) return { decision, counts: notCounted }
  return countOrRefuse(parts, caller, record, received, approved)
}
