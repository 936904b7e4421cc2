import type { AuditLog } from '../audit/index.ts'
import type { AdmittedCaller, PreparedCall } from '../context/index.ts'
import { canonicalCall, type createTenantDigests } from '../effects/index.ts'
import { listCallClasses, listClasses } from '../provider/index.ts'
import { hashToken, mostStanding, type StandingApprovalRecord, type Store } from '../store/index.ts'
import type { UnixMs } from '../time.ts'
import type { Vault } from '../vault/index.ts'
import { canStand } from './can-stand.ts'
import { isLikeApproved } from './like-approved.ts'
import { openStoredCall } from './stored/asked-call.ts'
import { readIdentity } from './stored/identity.ts'
import { digestPolicy } from './stored/policy-digest.ts'

export interface StandingParts {
  readonly store: Pick<Store, 'approvals' | 'standingApprovals' | 'connections' | 'seeds' | 'credentials'>
  readonly vault: Vault
  readonly digestsOf: ReturnType<typeof createTenantDigests>
  readonly auditLog: Pick<AuditLog, 'record'>
  readonly now: () => UnixMs
}

/** The time of an approval for the rest of the run of code that made the call. */
export const forRun = 'run'

/** The form of a standing approval's time: from a minute to a day, or for the rest of a run. */
export const standingTimeForm =
  '^(?:run|(?:[1-9]|1[0-9]|2[0-4])h|(?:[1-9][0-9]{0,2}|1[0-3][0-9]{2}|14[0-3][0-9]|1440)m)$'

/** The audit entry of an act on a standing approval. */
export const standingEntry = ({ id, tenant, token_id }: StandingApprovalRecord) =>
  ({
    tenant,
    key: `approvals/standing/${id}`,
    token_id,
    approval_id: id,
  }) as const

interface EndingParts {
  readonly store: Pick<Store, 'standingApprovals'>
  readonly auditLog: StandingParts['auditLog']
}

/** Ends a standing approval, unless somebody else did. */
export const endStanding = async ({ store, auditLog }: EndingParts, id: string, reason: string): Promise<void> => {
  const ended = await store.standingApprovals.end(id)
  if (ended) await auditLog.record({ ...standingEntry(ended), action: 'end_standing_approval', source: 'job', reason })
}

export const rulesHaveChanged = 'The rules have changed'

/** Ends the standing approvals of a tenant, or of a tenant token and the tokens issued for it, for good, as the rules have changed. */
export const endStandingOf = async (
  parts: EndingParts & { readonly now: () => UnixMs },
  tenant: string,
  tenantTokenId?: string,
): Promise<void> => {
  const standing = await parts.store.standingApprovals.list({ tenant, now: parts.now(), limit: mostStanding })
  // Records of an earlier version don't name their tenant token.
  const isOf = ({ tenant_token_id: of = tenantTokenId }: StandingApprovalRecord): boolean =>
    tenantTokenId === undefined || of === tenantTokenId
  for (const { id } of standing.filter(isOf)) await endStanding(parts, id, rulesHaveChanged)
}

/** False for approvals of earlier versions, which bound no parameters: people never saw them as such, so they let nothing pass. */
export const letsPass = ({ parameters }: StandingApprovalRecord): boolean => parameters !== undefined

/** The reason why a standing approval lets no call pass any more; `undefined`: it lets some pass. */
const findEnd = (standing: StandingApprovalRecord, policy: string, identity: string): string | undefined => {
  if (!letsPass(standing)) return 'It was given before such approvals were bound to parameters'
  if (standing.policy !== policy) return rulesHaveChanged
  return standing.identity === identity ? undefined : 'Another account was connected under this name'
}

/** A standing approval that no longer holds, and the reason. */
export interface OverStanding {
  readonly id: string
  readonly reason: string
}

export interface FoundStanding {
  /** The standing approval that lets the call pass; `undefined`: there is none. */
  readonly standing: StandingApprovalRecord | undefined
  readonly over: readonly OverStanding[]
}

/**
 * True if a call differs from the approved one only where its roles let it, and is of no class that the approved one wasn't of: a text may
 * show a picture from elsewhere. The approved call is stored as long as its approval stands.
 */
const isLikeStanding = async (
  { store, vault }: Pick<StandingParts, 'store' | 'vault'>,
  { id }: StandingApprovalRecord,
  { action, params }: PreparedCall,
): Promise<boolean> => {
  const approval = await store.approvals.get(id)
  const stored = approval && (await openStoredCall(vault, approval, await store.approvals.text(id)))
  if (!stored || !isLikeApproved(action.roles, stored.asked.parameters, params)) return false
  const approved = listCallClasses(action, stored.asked.parameters)
  return listCallClasses(action, params).every((one) => approved.includes(one))
}

/**
 * Finds the standing approval that lets a call pass. It holds only for the token that made the call: tokens issued for it have ids of their
 * own. Approvals given under other rules, or for an account of somebody else, are over.
 */
export const findStanding = async (
  parts: Omit<StandingParts, 'auditLog'>,
  { tokenId, tenant, usableToken }: AdmittedCaller,
  runId: string | undefined,
  prepared: PreparedCall,
): Promise<FoundStanding> => {
  const { store, digestsOf, now } = parts
  const { ref, name, action } = prepared
  const over: OverStanding[] = []
  if (!canStand(name, listClasses(action.effect))) return { standing: undefined, over }
  const call = { tenant: ref.tenant, provider: ref.provider, account: ref.account, action: name, token_id: tokenId }
  const candidates = await store.standingApprovals.find(call, now())
  if (candidates.length === 0) return { standing: undefined, over }
  const policy = digestPolicy({ tenant, usableToken })
  const identity = hashToken(await readIdentity(store, ref))
  const parameters = (await digestsOf(ref.tenant)).of('parameters', canonicalCall(prepared))
  for (const standing of candidates) {
    const reason = findEnd(standing, policy, identity)
    if (reason !== undefined) over.push({ id: standing.id, reason })
    else if (standing.run_id !== undefined && standing.run_id !== runId) continue
    else if (standing.parameters === null || standing.parameters === parameters) return { standing, over }
    else if (action.roles && (await isLikeStanding(parts, standing, prepared))) return { standing, over }
  }
  return { standing: undefined, over }
}
