import { Access, type AccessTarget, findTarget, rawTarget } from '../../access/index.ts'
import type { Domain } from '../../schema/index.ts'
import type { ApprovalDecision, ApprovalRecord, TenantTokenRecord } from '../../store/index.ts'

/** A decider: an administrator whose role allows it, or the holder of a tenant token. */
export type Decider =
  | { readonly by: 'admin'; readonly id: string; readonly name: string }
  | { readonly by: 'token'; readonly token: TenantTokenRecord }

export const toDecidedBy = (decider: Decider): Pick<ApprovalDecision, 'by' | 'id' | 'name'> =>
  decider.by === 'admin'
    ? decider
    : { by: 'token', id: decider.token.token_id, name: decider.token.label ?? decider.token.token_id }

const findApprovedTarget = (
  { provider, action, account }: ApprovalRecord,
  domains: ReadonlyMap<string, Domain>,
): AccessTarget | undefined => {
  const domain = domains.get(provider)
  const target = action === 'raw' ? rawTarget(provider) : domain && findTarget(domain, action)
  return target && { ...target, account }
}

/**
 * The reason why the holder of a tenant token may not decide; `undefined`: it may. Nobody decides about their own call: not the token that
 * made it, and the tenant token of a grant only if its own call would not need approval.
 */
export const refuseDecider = (
  record: ApprovalRecord,
  { token_id, tenant_id, approve, ask }: TenantTokenRecord,
  domains: ReadonlyMap<string, Domain>,
): 'unknown' | 'own' | undefined => {
  const target = findApprovedTarget(record, domains)
  if (tenant_id !== record.tenant || !approve?.length || !target) return 'unknown'
  if (!Access.of({ token: { allow: approve } }).admits(target)) return 'unknown'
  if (token_id === record.token_id) return 'own'
  return token_id === record.tenant_token_id && ask?.length ? 'own' : undefined
}
