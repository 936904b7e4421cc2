import { isWider } from '@patchbay/core/access'
import type { Domain } from '@patchbay/core/schema'
import type { TenantOptions, TenantTokenMembers } from '@patchbay/core/store'

/*
 * Changes after which callers may do more than before, or for longer. Whoever finds a console open must not make them, so routes
 * ask for the key again where one of these says so.
 */

type Domains = ReadonlyMap<string, Domain>

/** A tenant that is new (`before` is left out) had no callers to whom its options could refuse anything. */
export const tenantGetsMore = (
  before: Partial<TenantOptions> = {},
  after: Partial<TenantOptions>,
  domains: Domains,
): boolean =>
  (['allow_raw', 'self_connect'] as const).some((option) => after[option] && !before[option]) ||
  (before.code === false && after.code !== false) ||
  isWider(before, after, domains)

/** `null`: never. */
const isLater = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before)

export const tokenGetsMore = (
  before: TenantTokenMembers,
  changed: Partial<TenantTokenMembers>,
  domains: Domains,
): boolean => {
  const after = { ...before, ...changed }
  const decidesMore = after.approve?.some((pattern) => !before.approve?.includes(pattern)) ?? false
  return decidesMore || isLater(before.expires_at, after.expires_at) || isWider(before, after, domains)
}
