import type { AdmittedCaller } from '../../context/index.ts'
import { printCanonical } from '../../effects/index.ts'
import { parseExact } from '../../encoding/exact-json.ts'
import { hashToken, type TenantOptions, type TenantTokenRecord } from '../../store/index.ts'

type TenantRules = Pick<TenantOptions, 'allow' | 'deny' | 'ask' | 'approvals_needed'>
type TokenRules = Pick<TenantTokenRecord, 'allow' | 'deny' | 'ask'>

const print = (rules: unknown): string => printCanonical(parseExact(JSON.stringify(rules)))

const pickTenantRules = ({ allow, deny, ask, approvals_needed }: TenantRules) => ({
  allow,
  deny,
  ask,
  approvals_needed,
})
const listTokenRules = ({ allow, deny, ask }: TokenRules) => [allow, deny, ask]

/** The digest of the rules that decide the caller's access and who has to approve. */
export const digestPolicy = ({ tenant, usableToken }: Pick<AdmittedCaller, 'tenant' | 'usableToken'>): string => {
  const token = usableToken.tenantToken
  const rules = {
    ...pickTenantRules(tenant.options),
    token: token && listTokenRules(token),
    scope: usableToken.access?.scope,
  }
  return hashToken(print(rules)).slice(0, 32)
}

/** True if other rules than before decide about calls. */
export const haveTenantRulesChanged = (before: TenantRules, after: TenantRules): boolean =>
  print(pickTenantRules(before)) !== print(pickTenantRules(after))

export const haveTokenRulesChanged = (before: TokenRules, after: TokenRules): boolean =>
  print(listTokenRules(before)) !== print(listTokenRules(after))
