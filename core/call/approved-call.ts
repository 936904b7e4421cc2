import type { StoreCache } from '../admission/index.ts'
import { type RunApproved, readIdentity, type StoredCall } from '../approvals/index.ts'
import { type AuditLog, recordFailure } from '../audit/index.ts'
import { CallContext, type CallRequest, type PreparedCall } from '../context/index.ts'
import { printCanonical } from '../effects/index.ts'
import { asGatewayError, GatewayError } from '../errors.ts'
import type { ApprovalRecord, Store } from '../store/index.ts'
import type { Calls } from './call.ts'

export interface ApprovedCallParts {
  readonly calls: Pick<Calls, 'call'>
  readonly storeCache: Pick<StoreCache, 'token' | 'tenant' | 'access'>
  readonly store: Pick<Store, 'connections' | 'seeds' | 'credentials'>
  readonly auditLog: AuditLog
}

type Body = Record<string, unknown>

/** The call as it was stored. */
const buildRequest = ({ asked, resultFields, idempotencyKey }: StoredCall): CallRequest<Body> => ({
  domain: asked.provider,
  noCache: () => true,
  read: async () => ({
    ...asked.parameters,
    action: asked.action,
    account_id: asked.account,
    ...(resultFields && { result_fields: resultFields }),
  }),
  asText: () => undefined,
  parse: (body) => body,
  repetition: () => ({ idempotencyKey: idempotencyKey ?? undefined, repeat: true }),
})

const differs = (what: string): GatewayError =>
  new GatewayError('CONFLICT', `${what} since people said yes, so nothing was sent`)

/** Throws CONFLICT unless what would be sent now is what people saw, and to the same account. */
const assertSame = async (
  { store }: ApprovedCallParts,
  { asked }: StoredCall,
  prepared: PreparedCall,
  request: unknown,
): Promise<void> => {
  if (printCanonical(prepared.params) !== printCanonical(asked.parameters)) throw differs('The parameters have changed')
  if (printCanonical(request) !== printCanonical(asked.request))
    throw differs('The request that the provider would get has changed')
  if ((await readIdentity(store, prepared.ref)) !== asked.identity)
    throw differs('Another account was connected under this name')
}

/** The caller as it is now. Throws AUTH_FAILED, TENANT_NOT_FOUND and TENANT_SUSPENDED. */
const admit = async (
  { storeCache }: ApprovedCallParts,
  context: CallContext,
  { tenant: tenantId, token_id }: ApprovalRecord,
  { tokenHash }: StoredCall,
): Promise<void> => {
  context.tenantId = tenantId
  context.tokenId = token_id
  const token = await storeCache.token(tokenHash)
  if (!token || token.tenant_id !== tenantId || token.token_id !== token_id)
    throw new GatewayError('AUTH_FAILED', 'The token that asked has expired or was revoked, so nothing was sent')
  const tenant = await storeCache.tenant(tenantId)
  if (!tenant) throw new GatewayError('TENANT_NOT_FOUND', `The tenant ${tenantId} has no configuration`)
  if (tenant.status !== 'active') throw new GatewayError('TENANT_SUSPENDED', `The tenant ${tenantId} is suspended`)
  Object.assign(context, { usableToken: token, tenant, access: storeCache.access(token, tenant) })
}

/** Sends approved calls by the path of every call: with the rules, the quota and the credential of now, and only as people saw them. */
export const createRunApproved =
  (parts: ApprovedCallParts): RunApproved =>
  async (record, stored) => {
    const arrival = {
      ip: record.ip,
      requestId: record.request_id,
      startedAt: performance.now(),
      signal: new AbortController().signal,
    }
    const context = new CallContext(record.source, arrival, record.tenant, undefined)
    context.approvalId = record.id
    context.approved = {
      id: record.id,
      assertSame: (prepared, request) => assertSame(parts, stored, prepared, request),
    }
    Object.assign(context, { provider: record.provider, account: record.account, action: record.action })
    try {
      await admit(parts, context, record, stored).catch(async (thrown) => {
        throw await recordFailure(parts.auditLog, context, thrown)
      })
      const { envelope } = await parts.calls.call(context, buildRequest(stored))
      return { entryId: context.write?.id, envelope, error: undefined }
    } catch (thrown) {
      const error = asGatewayError(thrown)
      return { entryId: context.write?.id, envelope: JSON.stringify(error.envelope(record.request_id)), error }
    }
  }
