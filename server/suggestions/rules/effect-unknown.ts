import { accountOfKey, type UnknownEffect } from '@patchbay/core/store'
import type { Rule } from '../evidence.ts'

/** The gateway's attempts to find out. */
const describeLooks = (calls: readonly Pick<UnknownEffect, 'asked' | 'next_at'>[]): string => {
  const [newest] = calls
  if (!newest || newest.asked === 0) return ''
  return newest.next_at === null
    ? ' The gateway has looked at the provider for it, could not find out, and does not look again.'
    : ' The gateway has looked at the provider for it, could not tell yet, and looks again.'
}

/** Writes of an account whose outcome at the provider is unknown. */
export const effectUnknown: Rule = ({ tenant, unknown }) =>
  [...Map.groupBy(unknown, ({ key }) => key ?? '')].map(([key, calls]) => {
    const { provider, account } = accountOfKey(key)
    const [newest] = calls
    const count = calls.length === 1 ? '1 write' : `${calls.length} writes`
    return {
      finding: `effect-unknown/${tenant.id}/${key}`,
      tenant: tenant.id,
      kind: 'effect-unknown',
      severity: 'high',
      title: `Nobody knows whether ${count} at ${account === null ? provider : key} took effect`,
      detail: `The newest is the call ${newest?.id} (${newest?.action}). Look at the provider whether it was carried out, and record that: POST /admin/calls/${newest?.id}/resolve with {"as": "done"} or {"as": "absent"}. Before that, repeat it only if twice does no harm.${describeLooks(calls)}`,
      evidence: `/admin/calls?outcome=unknown&tenant=${tenant.id}`,
    }
  })
