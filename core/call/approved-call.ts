import type { StoreCache } from '../admission/index.ts'
import { type RunApproved, readIdentity, type StoredCall } from '../approvals/index.ts'
import { type AuditLog, recordFailure } from '../audit/index.ts'
import { type AdmittedCaller, CallRecord, type CallRequest, type PreparedCall } from '../context/index.ts'
import { printCanonical } from '../effects/index.ts'
import { asGatewayError, GatewayError } from '../errors.ts'
import type { ApprovalRecord, Store } from '../store/index.ts'
import type { Calls } from './call.ts'
import type { ApprovedCall } from './courses/mode.ts'

export interface ApprovedCallParts {
  readonly calls: Pick<Calls, 'call'>
  readonly storeCache: Pick<StoreCache, 'token' | 'tenant' | 'access'>
  readonly store: Pick<Store, 'connections' | 'seeds' | 'credentials'>
  readonly auditLog: AuditLog
}

type Body = Record<string, unknown>

/** The call as it was stored. */
const buildRequest = ({ asked: call, resultFields, idempotencyKey }: StoredCall): CallRequest<Body> => ({
  domain: call.provider,
  noCache: () => true,
  read: async () => ({
    ...call.parameters,
    action: call.action,
    account_id: call.account,
    ...(resultFields && { result_fields: resultFields }),
  }),
  asText: () => undefined,
  parse: (body) => body,
  repetition: () => ({ idempotencyKey: idempotencyKey ?? undefined, repeat: true }),
})

const differs = (what: string): GatewayError =>
  new GatewayError('CONFLICT', `${what} since people said yes, so nothing was sent`)

/** Throws CONFLICT unless the request that would be sent now is the one people saw, for the same account. */
const assertSame = async (
  { store }: ApprovedCallParts,
  { asked: call }: StoredCall,
  prepared: PreparedCall,
  request: unknown,
): Promise<void> => {
  if (printCanonical(prepared.params) !== printCanonical(call.parameters)) throw differs('The parameters have changed')
  if (printCanonical(request) !== printCanonical(call.request))
    throw differs('The request that the provider would get has changed')
  if ((await readIdentity(store, prepared.ref)) !== call.identity)
    throw differs('Another account was connected under this name')
}

/** The caller as it is now. Throws AUTH_FAILED, TENANT_NOT_FOUND and TENANT_SUSPENDED. */
const admit = async (
  { storeCache }: ApprovedCallParts,
  { source, arrival }: CallRecord,
  { tenant: tenantId, token_id }: ApprovalRecord,
  { tokenHash }: StoredCall,
): Promise<AdmittedCaller> => {
  const token = await storeCache.token(tokenHash)
  if (!token || token.tenant_id !== tenantId || token.token_id !== token_id)
    throw new GatewayError('AUTH_FAILED', 'The token that asked has expired or was revoked, so nothing was sent')
  const tenant = await storeCache.tenant(tenantId)
  if (!tenant) throw new GatewayError('TENANT_NOT_FOUND', `The tenant ${tenantId} has no configuration`)
  if (tenant.status !== 'active') throw new GatewayError('TENANT_SUSPENDED', `The tenant ${tenantId} is suspended`)
  const access = storeCache.access(token, tenant)
  return {
    source,
    arrival,
    namedTenant: tenantId,
    token: undefined,
    tenant,
    tokenId: token_id,
    usableToken: token,
    access,
  }
}

/** Sends approved calls through the normal call path, with today's rules, quota and credential, and only as people saw them. */
export const createRunApproved =
  (parts: ApprovedCallParts): RunApproved =>
  async (approval, stored) => {
    const arrival = {
      ip: approval.ip,
      requestId: approval.request_id,
      startedAt: performance.now(),
      signal: new AbortController().signal,
    }
    const call = Object.assign(new CallRecord(approval.source, arrival), {
      tenantId: approval.tenant,
      tokenId: approval.token_id,
      provider: approval.provider,
      account: approval.account,
      action: approval.action,
      approvalId: approval.id,
      parent: approval.run_id,
    })
    const approved: ApprovedCall = {
      id: approval.id,
      counts: approval.counts ?? [],
      assertSame: (prepared, request) => assertSame(parts, stored, prepared, request),
    }
    try {
      const caller = await admit(parts, call, approval, stored).catch(async (thrown) => {
        throw await recordFailure(parts.auditLog, call, thrown)
      })
      const { answer } = await parts.calls.call(caller, call, buildRequest(stored), approved)
      return { entryId: call.write?.id, envelope: answer.envelope, error: undefined }
    } catch (thrown) {
      const error = asGatewayError(thrown)
      return { entryId: call.write?.id, envelope: JSON.stringify(error.envelope(approval.request_id)), error }
    }
  }
