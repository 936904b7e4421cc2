import type { Rule } from '../evidence.ts'
import { auditQuery } from '../words.ts'

const unusedMs = 30 * 24 * 3_600_000

/** An account with a token and without a call for 30 days. */
export const unusedAccount: Rule = ({ tenant, accounts, usage, now }) => {
  return accounts.flatMap(({ provider, account, credential }) => {
    const since = now.getTime() - unusedMs
    const isOld = Date.parse(tenant.updated_at) < since
    if (!credential || !isOld || usage.usedKeys.has(`${provider}/${account}`)) return []
    return {
      finding: `unused-account/${tenant.id}/${provider}/${account}`,
      tenant: tenant.id,
      kind: 'unused-account',
      severity: 'low',
      title: `${provider}/${account} was not called for 30 days`,
      detail: "An unused token is a needless risk: delete it, or remove the account from the tenant's configuration.",
      evidence: auditQuery({ tenant: tenant.id, key: `${provider}/${account}`, since: '30d' }),
    }
  })
}
