import { isWider } from '@patchbay/core/access'
import type { Domain } from '@patchbay/core/schema'
import type { TenantConfiguration, TenantOptions, TenantTokenMembers } from '@patchbay/core/store'

/*
 * Changes after which callers may do more than before, or for longer. Whoever finds a console open must not make them, so routes
 * ask for the key again where one of these says so.
 */

type Domains = ReadonlyMap<string, Domain>

/** True if a change of one member lets callers do more. Both values are as stored; `undefined`: nobody chose one. */
type LetsMore<Value> = (before: Value, after: Value) => boolean

/**
 * The effect of each member on what callers may do. `policy`: it counts with the others of its kind, which `isWider`
 * compares; `no-guard`: it changes nothing for callers. A new member doesn't compile until it is classed here.
 */
type Guards<Members> = {
  readonly [Name in keyof Required<Members>]: 'policy' | 'no-guard' | LetsMore<Members[Name]>
}

type Optional<Value> = Value | null | undefined

const isTurnedOn: LetsMore<Optional<boolean>> = (before, after) => after === true && before !== true

/** `standard`: what holds where nobody chose a number. */
const isRaised =
  (standard: number): LetsMore<Optional<number>> =>
  (before, after) =>
    (after ?? standard) > (before ?? standard)

const isLowered =
  (standard: number): LetsMore<Optional<number>> =>
  (before, after) =>
    (after ?? standard) < (before ?? standard)

/** A limit of its own replaces the one by address, so the first one may let more pass, too. */
const isOtherLimit: LetsMore<Optional<number>> = (before = null, after = null) =>
  before !== after && (before === null || after === null || after > before)

/** `null`: never. */
const isLater: LetsMore<Optional<number>> = (before = null, after = null) =>
  before !== null && (after === null || after > before)

const optionGuards: Guards<TenantOptions> = {
  allow_raw: isTurnedOn,
  self_connect: isTurnedOn,
  // Unset: callers may run code.
  code: (before, after) => before === false && after !== false,
  // Callers may do no more, but anyone with access to the console can then read what calls send.
  keep_failed: isTurnedOn,
  allow: 'policy',
  deny: 'policy',
  ask: 'policy',
  approvals_needed: isLowered(1),
  // People say yes to what they see now: the longer a call waits, the older it may be.
  approval_hours: isRaised(24),
  refuse_duplicates: isLowered(0),
  calls_per_minute: isOtherLimit,
  tools: 'no-guard',
  max_result_bytes: 'no-guard',
}

const tokenGuards: Guards<TenantTokenMembers> = {
  expires_at: isLater,
  calls_per_minute: isOtherLimit,
  allow: 'policy',
  deny: 'policy',
  ask: 'policy',
  approve: (before, after) => after?.some((pattern) => !before?.includes(pattern)) ?? false,
  label: 'no-guard',
}

const letsMore = <Members extends object>(guards: Guards<Members>, before: Members, after: Members): boolean =>
  (Object.keys(guards) as (keyof Members)[]).some((name) => {
    const guard = guards[name]
    return typeof guard === 'function' && guard(before[name], after[name])
  })

/** The members of a tenant that matter to its callers, beside its accounts. */
type TenantRules = Pick<TenantConfiguration, 'status' | 'options'>

/** A tenant that is new (`before` is left out) had no callers to whom its options could refuse anything. */
export const tenantGetsMore = (before: TenantRules | undefined, after: TenantRules, domains: Domains): boolean => {
  if (!before) return isTurnedOn(false, after.options.allow_raw) || isTurnedOn(false, after.options.self_connect)
  const isResumed = before.status === 'suspended' && after.status === 'active'
  return (
    isResumed ||
    letsMore(optionGuards, before.options, after.options) ||
    isWider(before.options, after.options, domains)
  )
}

export const tokenGetsMore = (
  before: TenantTokenMembers,
  changed: Partial<TenantTokenMembers>,
  domains: Domains,
): boolean => {
  const after = { ...before, ...changed }
  return letsMore(tokenGuards, before, after) || isWider(before, after, domains)
}
