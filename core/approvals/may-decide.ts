import { Access, type AccessKind } from '../access/index.ts'
import type { Domain } from '../schema/index.ts'
import type { ApprovalDecision, ApprovalRecord, TenantTokenRecord } from '../store/index.ts'

/** A decider: an administrator whose role allows it, or the holder of a tenant token. */
export type Decider =
  | { readonly by: 'admin'; readonly id: string; readonly name: string }
  | { readonly by: 'token'; readonly token: TenantTokenRecord }

export const toDecidedBy = (decider: Decider): Pick<ApprovalDecision, 'by' | 'id' | 'name'> =>
  decider.by === 'admin'
    ? decider
    : { by: 'token', id: decider.token.token_id, name: decider.token.label ?? decider.token.token_id }

const findKind = (
  { provider, action }: ApprovalRecord,
  domains: ReadonlyMap<string, Domain>,
): AccessKind | undefined => (action === 'raw' ? 'raw' : domains.get(provider)?.source.kind(action))

/**
 * The reason why the holder of a tenant token may not decide; `undefined`: it may. Nobody decides about their own call: not the token that
 * made it, and the tenant token of a grant only if its own call would not need approval.
 */
export const refuseDecider = (
  record: ApprovalRecord,
  { token_id, tenant_id, approve, ask }: TenantTokenRecord,
  domains: ReadonlyMap<string, Domain>,
): 'unknown' | 'own' | undefined => {
  const kind = findKind(record, domains)
  if (tenant_id !== record.tenant || !approve?.length || kind === undefined) return 'unknown'
  const { provider, action, account } = record
  if (!Access.of({ token: { allow: approve } }).admits(provider, action, kind, account)) return 'unknown'
  if (token_id === record.token_id) return 'own'
  return token_id === record.tenant_token_id && ask?.length ? 'own' : undefined
}
