import type { Detail } from '../errors.ts'
import { isClassName, type RoleName, type Roles } from '../provider/index.ts'
import type { Domain } from '../schema/index.ts'
import type { AllowEntry, AskEntry, CountedRule } from '../store/index.ts'
import { conditionFaults } from './conditions/condition-faults.ts'
import { type DeclaredValues, declareParameters, declareRawParameters } from './conditions/declared-values.ts'
import {
  type AccessPattern,
  type AccessTarget,
  covers,
  describePatternFault,
  isPattern,
  isWellKnown,
  parsePattern,
} from './patterns.ts'
import { findTarget } from './usable.ts'

type Domains = ReadonlyMap<string, Domain>
type Entry = AllowEntry | AskEntry

/** The longest rule, as JSON. */
const longestRule = 10_000
/** The most actions of a pattern that are made to look for one with a role. */
const mostActions = 2000

const toRule = (entry: Entry): CountedRule => (typeof entry === 'string' ? { pattern: entry } : entry)

/** The parameters of the one action that a pattern names; `undefined`: it doesn't name one. */
const findParameters = ({ provider, what }: AccessPattern, domains: Domains): DeclaredValues | undefined => {
  if (provider === '*' || what === 'connect') return undefined
  if (what === 'raw') return declareRawParameters()
  const action = isWellKnown(what) ? undefined : domains.get(provider)?.source.action(what)
  return action && declareParameters(action)
}

/** True if a pattern covers an action in `allow`, or would cover its secret kind in `deny`. */
const isMeant = (pattern: AccessPattern, target: Omit<AccessTarget, 'account'>): boolean => {
  const somewhere = { ...target, account: pattern.account ?? '' }
  return covers(pattern, somewhere) || (isClassName(pattern.what) && target.classes.includes(pattern.what))
}

/** The roles of the actions that a pattern covers: first those that tools list, as the others are many. */
function* listRoles(pattern: AccessPattern, domains: Domains): Generator<Roles> {
  const named = [...domains.values()].filter(
    ({ provider }) => pattern.provider === '*' || pattern.provider === provider.id,
  )
  const meant = (domain: Domain, names: readonly string[]): (readonly [Domain, string])[] =>
    names.flatMap((name) => {
      const target = findTarget(domain, name)
      return target && isMeant(pattern, target) ? [[domain, name] as const] : []
    })
  const listed = named.flatMap((domain) => meant(domain, domain.source.listed ?? domain.source.names()))
  const others = named.flatMap((domain) => (domain.source.listed ? meant(domain, domain.source.names('write')) : []))
  for (const [{ source }, name] of [...listed, ...others].slice(0, mostActions)) {
    const roles = source.action(name)?.roles
    if (roles) yield roles
  }
}

const hasRole = (role: RoleName, roles: Roles): boolean =>
  roles[role] !== undefined || (roles.derives as readonly string[] | undefined)?.includes(role) === true

const roleFaults = (roles: object, pattern: AccessPattern, path: string, domains: Domains): Detail[] => {
  const wanted = new Set(Object.keys(roles) as RoleName[])
  for (const roleNames of wanted.size === 0 ? [] : listRoles(pattern, domains)) {
    for (const role of wanted) if (hasRole(role, roleNames)) wanted.delete(role)
    if (wanted.size === 0) break
  }
  return [...wanted].map((role) => ({
    path: `${path}/${role}`,
    message: `no action of ${pattern.text} has the role ${role}`,
  }))
}

const ruleFaults = (entry: Entry, path: string, domains: Domains): readonly Detail[] => {
  const rule = toRule(entry)
  const at = typeof entry === 'string' ? path : `${path}/pattern`
  const pattern = isPattern(rule.pattern, domains) ? parsePattern(rule.pattern) : undefined
  if (!pattern) return [{ path: at, message: describePatternFault(rule.pattern, domains) }]
  if (typeof entry === 'string') return []
  const { where, roles, per } = rule
  if (JSON.stringify(entry).length > longestRule) return [{ path, message: `is longer than ${longestRule} characters` }]
  const parameters = findParameters(pattern, domains)
  const except = 'except' in entry ? (entry.except ?? []) : []
  return [
    ...(where && !parameters
      ? [{ path: `${path}/where`, message: 'goes with a pattern that names one action, like stripe:create_refund' }]
      : []),
    ...(where && parameters ? conditionFaults(where, `${path}/where`, parameters) : []),
    ...(roles ? roleFaults(roles, pattern, `${path}/roles`, domains) : []),
    ...(per && pattern.what === 'connect'
      ? [{ path: `${path}/per`, message: 'counts calls, and a link is none' }]
      : []),
    ...except.flatMap((one, index) => ruleFaults(one, `${path}/except/${index}`, domains)),
  ]
}

/** The faults of the first wrong rule of a list, for a body with the list at `path`: describing one takes long, and lists are long. */
export const accessRuleFaults = (
  entries: readonly Entry[] | null | undefined,
  path: string,
  domains: Domains,
): readonly Detail[] => {
  for (const [index, entry] of (entries ?? []).entries()) {
    const faults = ruleFaults(entry, `${path}/${index}`, domains)
    if (faults.length > 0) return faults
  }
  return []
}
