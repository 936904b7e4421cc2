import type { AuditLog } from '../audit/index.ts'
import type { AdmittedCaller, PreparedCall } from '../context/index.ts'
import { canonicalCall, type createTenantDigests } from '../effects/index.ts'
import { hashToken, mostStanding, type StandingApprovalRecord, type Store } from '../store/index.ts'
import type { UnixMs } from '../time.ts'
import { readIdentity } from './stored/identity.ts'
import { digestPolicy } from './stored/policy-digest.ts'

export interface StandingParts {
  readonly store: Pick<Store, 'standingApprovals' | 'connections' | 'seeds' | 'credentials'>
  readonly digestsOf: ReturnType<typeof createTenantDigests>
  readonly auditLog: Pick<AuditLog, 'record'>
  readonly now: () => UnixMs
}

/** A raw request may be any request, so a yes to one is no yes to others. */
export const canStand = (action: string): boolean => action !== 'raw'

/** From a minute to a day. */
export const standingTimeForm = '^(?:(?:[1-9]|1[0-9]|2[0-4])h|(?:[1-9][0-9]{0,2}|1[0-3][0-9]{2}|14[0-3][0-9]|1440)m)$'

/** The audit entry of something that was done with it. */
export const standingEntry = ({ id, tenant, token_id }: StandingApprovalRecord) =>
  ({
    tenant,
    key: `approvals/standing/${id}`,
    token_id,
    approval_id: id,
  }) as const

/** Ends one, unless somebody else did. */
export const endStanding = async (
  { store, auditLog }: Pick<StandingParts, 'auditLog'> & { readonly store: Pick<Store, 'standingApprovals'> },
  id: string,
  reason: string,
): Promise<void> => {
  const ended = await store.standingApprovals.end(id)
  if (ended) await auditLog.record({ ...standingEntry(ended), action: 'end_standing_approval', source: 'job', reason })
}

export const rulesHaveChanged = 'The rules have changed'

/** Ends those of a tenant, or of one of its tenant tokens and what was issued for that, as their rules have changed: for good, also if the rules change back. */
export const endStandingOf = async (
  parts: Parameters<typeof endStanding>[0] & { readonly now: () => UnixMs },
  tenant: string,
  tenantTokenId?: string,
): Promise<void> => {
  const standing = await parts.store.standingApprovals.list({ tenant, now: parts.now(), limit: mostStanding })
  // Those of an earlier version don't say for which tenant token they are.
  const isOf = ({ tenant_token_id: of = tenantTokenId }: StandingApprovalRecord): boolean =>
    tenantTokenId === undefined || of === tenantTokenId
  for (const { id } of standing.filter(isOf)) await endStanding(parts, id, rulesHaveChanged)
}

/** Versions that bound no parameters gave approvals that people never saw as such: these let nothing pass. */
export const letsPass = ({ parameters }: StandingApprovalRecord): boolean => parameters !== undefined

/** Why one lets no call pass any more; `undefined`: it lets some pass. */
const findEnd = (standing: StandingApprovalRecord, policy: string, identity: string): string | undefined => {
  if (!letsPass(standing)) return 'It was given before such approvals were bound to parameters'
  if (standing.policy !== policy) return rulesHaveChanged
  return standing.identity === identity ? undefined : 'Another account was connected under this name'
}

/** A standing approval that holds no longer, and why. */
export interface OverStanding {
  readonly id: string
  readonly reason: string
}

export interface FoundStanding {
  /** The one by which the call passes; `undefined`: there is none. */
  readonly standing: StandingApprovalRecord | undefined
  readonly over: readonly OverStanding[]
}

/**
 * Finds the standing approval by which a call passes. It is for the token alone that asked: those that were issued for it have ids of their
 * own. Those that were given under other rules, or for an account of somebody else, are over.
 */
export const findStanding = async (
  { store, digestsOf, now }: Omit<StandingParts, 'auditLog'>,
  { tokenId, tenant, usableToken }: AdmittedCaller,
  prepared: PreparedCall,
): Promise<FoundStanding> => {
  const { ref, name } = prepared
  const over: OverStanding[] = []
  if (!canStand(name)) return { standing: undefined, over }
  const call = { tenant: ref.tenant, provider: ref.provider, account: ref.account, action: name, token_id: tokenId }
  const found = await store.standingApprovals.find(call, now())
  if (found.length === 0) return { standing: undefined, over }
  const policy = digestPolicy({ tenant, usableToken })
  const identity = hashToken(await readIdentity(store, ref))
  const parameters = (await digestsOf(ref.tenant)).of('parameters', canonicalCall(prepared))
  for (const standing of found) {
    const reason = findEnd(standing, policy, identity)
    if (reason !== undefined) over.push({ id: standing.id, reason })
    else if (standing.parameters === null || standing.parameters === parameters) return { standing, over }
  }
  return { standing: undefined, over }
}
