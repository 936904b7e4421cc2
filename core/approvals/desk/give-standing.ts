import { GatewayError, invalid } from '../../errors.ts'
import type { Domain } from '../../schema/index.ts'
import {
  type ApprovalDecision,
  type ApprovalRecord,
  hashToken,
  mostStanding,
  type StandingApprovalRecord,
  type Store,
} from '../../store/index.ts'
import { isoTime, latest, shiftTime } from '../../time.ts'
import type { Vault } from '../../vault/index.ts'
import { canStand } from '../can-stand.ts'
import { forRun, type StandingParts, standingEntry } from '../standing.ts'
import { openStoredCall } from '../stored/asked-call.ts'
import type { Word } from './decision-body.ts'

/** A run of code is kept for a day. */
const longestRunMs = 24 * 3_600_000

const readTimeMs = (text: string): number =>
  text === forRun ? longestRunMs : Number.parseInt(text, 10) * (text.endsWith('h') ? 3_600_000 : 60_000)

const tooManyStand = (): GatewayError =>
  new GatewayError(
    'RATE_LIMITED',
    `At most ${mostStanding} approvals of a tenant stand; end one, or approve this call alone`,
    { retryAfter: 60 },
  )

/** Throws VALIDATION_ERROR if a decision can't have its `for` or `any`. */
export const checkTime = (
  { provider, action, run_id }: ApprovalRecord,
  word: Pick<Word, 'decision' | 'for' | 'any'>,
  domains: ReadonlyMap<string, Domain>,
): void => {
  if (word.for === undefined) {
    if (word.any) throw invalid('/any', 'goes with for')
    return
  }
  if (word.decision !== 'approve') throw invalid('/for', 'goes with approve')
  if (word.for === forRun && run_id === undefined) throw invalid('/for', 'is run, and no run of code made the call')
  if (!canStand(action, [])) throw invalid('/for', 'is not for raw requests, as each may be another request')
  const classes = domains.get(provider)?.source.classes(action) ?? []
  if (!canStand(action, classes))
    throw invalid(
      '/for',
      `is not for ${action}, which is of the classes ${classes.join(', ')}: each such call needs a yes`,
    )
}

/** The standing approval that all deciders gave, for the shortest of their times. Any parameters pass only if all of them said so. */
const buildStanding = (
  approved: ApprovalRecord,
  times: readonly string[],
  identity: string,
): StandingApprovalRecord => {
  const { id, tenant, token_id, tenant_token_id, run_id, provider, account, action, rule, policy, decisions } = approved
  const isOfRun = run_id !== undefined && times.includes(forRun)
  const parameters = decisions.every(({ any }) => any) ? null : approved.parameters
  const created_at = latest(decisions.map(({ at }) => at))
  const expires_at = shiftTime(created_at, Math.min(...times.map(readTimeMs)))
  const given_by = decisions.map(({ by, id: who, name }) => ({ by, id: who, name }))
  const call = {
    tenant,
    token_id,
    tenant_token_id,
    ...(isOfRun && { run_id }),
    provider,
    account,
    action,
    parameters,
    rule,
    policy,
  }
  return { id, ...call, identity: hashToken(identity), given_by, created_at, expires_at }
}

/** Stores an approval with one more decision. Returns `false` if somebody else was first. Throws RATE_LIMITED. */
export type StoreWord = (version: string, next: ApprovalRecord) => Promise<boolean>

/** Stores decisions. The last yes creates the standing approval that all deciders gave. */
export const createStoreWord = ({
  store,
  vault,
  auditLog,
}: Pick<StandingParts, 'auditLog'> & {
  readonly store: Pick<Store, 'approvals' | 'standingApprovals'>
  readonly vault: Vault
}): StoreWord => {
  /** Records a new standing approval. `giver`: the last yes. */
  const record = (standing: StandingApprovalRecord, giver: ApprovalDecision): Promise<void> =>
    auditLog.record({
      ...standingEntry(standing),
      action: 'grant_standing_approval',
      source: giver.by === 'admin' ? 'admin' : 'rest',
      token_id: giver.id,
      reason: `${standing.action} at ${standing.provider}/${standing.account} with ${standing.parameters === null ? 'any' : 'the same'} parameters ${standing.run_id === undefined ? '' : `in the run ${standing.run_id} `}until ${isoTime(standing.expires_at)}`,
    })

  return async (version, next) => {
    const times = next.decisions.flatMap((word) => word.for ?? [])
    const last = next.decisions.at(-1)
    const isGiven = next.state === 'approved' && times.length === next.decisions.length
    const stored = isGiven ? await openStoredCall(vault, next, await store.approvals.text(next.id)) : undefined
    if (!stored || !last) return store.approvals.swap(version, next)
    const standing = buildStanding(next, times, stored.asked.identity)
    const outcome = await store.standingApprovals.give(version, next, standing)
    if (outcome === 'full') throw tooManyStand()
    if (outcome === 'given') await record(standing, last)
    return outcome === 'given'
  }
}
