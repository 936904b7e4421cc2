import type { CallContext } from '../../context/index.ts'
import { printCanonical } from '../../effects/index.ts'
import { hashToken } from '../../store/index.ts'

/** Of the rules that decide what the caller may do, and who has to say yes. */
export const digestPolicy = ({ tenant, usableToken }: Pick<CallContext, 'tenant' | 'usableToken'>): string => {
  const { allow, deny, ask, approvals_needed } = tenant?.options ?? {}
  const token = usableToken?.tenantToken
  const rules = {
    allow,
    deny,
    ask,
    approvals_needed,
    token: token && [token.allow, token.deny, token.ask],
    scope: usableToken?.access?.scope,
  }
  return hashToken(printCanonical(JSON.parse(JSON.stringify(rules)))).slice(0, 32)
}
