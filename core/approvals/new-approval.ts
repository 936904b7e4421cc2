import type { AskRule } from '../access/index.ts'
import type { AdmittedCaller, PreparedCall, Repetition } from '../context/index.ts'
import { buildOwnKeyId, canonicalCall, type createTenantDigests } from '../effects/index.ts'
import { type ApprovalRecord, hashToken, type Store } from '../store/index.ts'
import { shiftTime, type UnixMs } from '../time.ts'
import type { Vault } from '../vault/index.ts'
import { linkSecret } from './approval-link.ts'
import { findRefusal } from './find-refusal.ts'
import type { AskedCall } from './stored/asked-call.ts'
import { readIdentity } from './stored/identity.ts'
import { digestPolicy } from './stored/policy-digest.ts'

/** A call that waits for a person's yes, as it would be sent. */
export interface CallToAsk {
  readonly rule: AskRule
  /** The counts of rules that the call was added to, which the approval holds until it ends. */
  readonly counts: readonly string[]
  readonly repetition: Repetition
  /** Builds the request as people see it, with the idempotency key that a vendor would get. */
  readonly showRequest: (idempotencyKey: string) => unknown
}

const defaultHours = 24

/** The milliseconds for which a tenant's calls wait. */
export const readWaitMs = ({ tenant }: Pick<AdmittedCaller, 'tenant'>): number =>
  (tenant.options.approval_hours ?? defaultHours) * 3_600_000

/** The parts of the gateway that calls which wait need, with the digests of their tenant. */
export interface Asking {
  readonly store: Pick<
    Store,
    'approvals' | 'standingApprovals' | 'connections' | 'seeds' | 'credentials' | 'tenantSecrets' | 'changes'
  >
  readonly vault: Vault
  readonly digestsOf: ReturnType<typeof createTenantDigests>
  readonly now: () => UnixMs
}

/** The record of a call that begins to wait, before its digest and size are known. */
export const buildApproval = async (
  { store, digestsOf, now }: Asking,
  caller: AdmittedCaller,
  runId: string | undefined,
  prepared: PreparedCall,
  { rule, counts, repetition }: CallToAsk,
): Promise<{ readonly record: ApprovalRecord; readonly secret: string }> => {
  const { ref, name } = prepared
  const digests = await digestsOf(ref.tenant)
  const canonical = canonicalCall(prepared)
  const at = now()
  const { tokenId, usableToken, arrival } = caller
  const { approvals_needed: needed = 1 } = caller.tenant.options
  const expires_at = shiftTime(at, readWaitMs(caller))
  const key = repetition.idempotencyKey
  const id = Bun.randomUUIDv7('hex', at)
  const secret = linkSecret(digests, id)
  const { tenant, provider } = ref
  const parameters = digests.of('parameters', canonical)
  const refusal = await findRefusal(store, { tenant, provider, action: name, parameters }, at)
  const record: ApprovalRecord = {
    id,
    tenant,
    state: 'waiting',
    due_at: expires_at,
    link_hash: hashToken(secret),
    source: caller.source,
    token_id: tokenId,
    tenant_token_id: usableToken.tenantToken?.token_id ?? null,
    request_id: arrival.requestId,
    ...(runId !== undefined && { run_id: runId }),
    ip: arrival.ip,
    provider,
    account: ref.account,
    action: name,
    grant_id: usableToken.access?.grant_id ?? null,
    rule: `${rule.owner} ${rule.pattern}`,
    ...(counts.length > 0 && { counts }),
    ...(refusal && { refused_before: refusal }),
    same: digests.of('same', tokenId, canonical),
    key: key === undefined ? null : buildOwnKeyId(digests, prepared, key),
    parameters,
    policy: digestPolicy(caller),
    digest: '',
    bytes: 0,
    created_at: at,
    expires_at,
    needed,
    decisions: [],
    reason: null,
    entry_id: null,
    ended_at: null,
    version: crypto.randomUUID(),
  }
  return { record, secret }
}

/** The call as people see it before they decide. */
export const describeNewCall = async (
  { store }: Asking,
  { id, tenant, token_id, provider, account, action, rule, policy, needed, expires_at }: ApprovalRecord,
  prepared: PreparedCall,
  { repetition, showRequest }: CallToAsk,
): Promise<AskedCall> => ({
  v: 1,
  id,
  tenant,
  token_id,
  provider,
  account,
  action,
  rule,
  policy,
  needed,
  expires_at,
  identity: await readIdentity(store, prepared.ref),
  parameters: prepared.params,
  request: showRequest(repetition.idempotencyKey ?? id),
})
