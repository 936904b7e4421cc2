import type { Rule } from '../evidence.ts'

const inARow = 3

/** An account whose provider refuses the health probe again and again, although a token is stored. */
export const probeFails: Rule = ({ tenant, accounts }) =>
  accounts.flatMap(({ provider, account, credential, health }) => {
    const probe = health?.probe
    if (!probe || probe.failures < inARow || health.token === 'expired') return []
    // A credential that is rejected has a suggestion of its own.
    if (credential?.rejected_at) return []
    return {
      finding: `probe-fails/${tenant.id}/${provider}/${account}`,
      tenant: tenant.id,
      kind: 'probe-fails',
      severity: 'medium',
      title: `${provider}/${account} does not answer its health probe`,
      detail: `The last ${probe.failures} probes failed. Check that the account still exists and that its token may read, or store another token.`,
      evidence: '/admin/system-health',
    }
  })
