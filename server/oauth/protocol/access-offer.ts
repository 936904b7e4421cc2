import { type AccessPolicy, narrowPatterns, parsePattern, type Right, rights, toRight } from '@patchbay/core/access'
import { type ClassName, classNames } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import type { ProviderEntry, TenantRecord, TenantTokenRecord } from '@patchbay/core/store'

/** One right at one provider, which the user may take away. */
export interface Box {
  /** `hubspot:read`: also the name of the checkbox. */
  readonly name: string
  readonly right: Right
  /** The access patterns that the box stands for. */
  readonly patterns: readonly string[]
  /** The limits of the box, in words; `''`: none. */
  readonly limits: string
  /** The classes of the writes for which the box stands. */
  readonly classes: readonly ClassName[]
}

/** The access that a user can give an application: the application asks for it, and the user's token has it. */
export interface AccessOffer {
  /** The tenant's providers, each with a box at least. */
  readonly providers: readonly { readonly id: string; readonly title: string; readonly boxes: readonly Box[] }[]
  /** The access that is granted if all boxes stay checked. */
  readonly whole: readonly string[]
  /** True if `whole` covers providers that the tenant may connect later. */
  readonly coversLater: boolean
}

type Domains = ReadonlyMap<string, Domain>

/** No pattern covers another one. */
const everything: readonly string[] = rights.map((right) => `*:${right}`)

const describeLimits = (patterns: readonly string[], right: Right, { accounts }: ProviderEntry): string => {
  const limits = patterns.map((text) => {
    const { what = '', account } = parsePattern(text) ?? {}
    const label = accounts.find(({ id }) => id === account)?.label ?? account
    const place = label === undefined ? '' : `at the account ${label}`
    return [what === right ? '' : what, place].filter((part) => part !== '').join(' ')
  })
  return limits.includes('') ? '' : `only ${limits.join(', ')}`
}

const rightOf = ({ kind }: Domain['source'], name: string): Right | undefined => {
  const actionKind = kind(name)
  return actionKind && toRight(actionKind)
}

/** Some providers have nothing to change, or nothing to read. */
const hasRight = ({ source }: Domain, right: Right): boolean =>
  right === 'raw' || right === 'connect' || source.names().some((name) => rightOf(source, name) === right)

/** The classes of the writes that the patterns cover: of a right, those of all its writes. */
const listCoveredClasses = ({ source }: Domain, right: Right, patterns: readonly string[]): readonly ClassName[] => {
  const named = patterns.map((text) => parsePattern(text)?.what ?? '')
  const names = named.includes(right) ? source.names('write').filter((name) => rightOf(source, name) === right) : named
  const covered = new Set(names.flatMap((name) => source.classes(name)))
  return classNames.filter((one) => covered.has(one))
}

interface Possible {
  readonly patterns: readonly string[]
  /** Once more for each provider: a policy may take away one provider of `*:read`. */
  readonly policies: readonly AccessPolicy[]
}

/** True if a narrowed pattern may belong to this right. A pattern that names another right doesn't. */
const mayMean = (text: string, right: Right): boolean => {
  const what = text.slice(text.indexOf(':') + 1).split('@', 1)[0]
  return what === right || !rights.some((other) => other === what)
}

const listBoxes = (domain: Domain, entry: ProviderEntry, possible: Possible, domains: Domains): Box[] =>
  rights.flatMap((right) => {
    // Looked at first, as narrowing takes longest.
    if (!hasRight(domain, right)) return []
    const name = `${domain.provider.id}:${right}`
    const mine = possible.patterns.filter((text) => mayMean(text, right))
    if (mine.length === 0) return []
    const patterns = narrowPatterns(mine, [{ allow: [name] }, ...possible.policies], domains)
    if (patterns.length === 0) return []
    return [
      {
        name,
        right,
        patterns,
        limits: describeLimits(patterns, right, entry),
        classes: listCoveredClasses(domain, right, patterns),
      },
    ]
  })

/** True if a policy gives `connect`, which a list `deny` alone doesn't. */
const namesConnect = ({ allow, deny }: AccessPolicy): boolean => Boolean(allow) || !deny?.length

/** `asked`: the patterns that the application asks for; `undefined`: it doesn't say, so it asks for all that the token may do. */
export const offerAccess = (
  requested: readonly string[] | undefined,
  { providers, options }: Pick<TenantRecord, 'providers' | 'options'>,
  token: Pick<TenantTokenRecord, 'allow' | 'deny'>,
  domains: Domains,
): AccessOffer => {
  const mayConnect = options.self_connect && [options, token].every(namesConnect)
  const policies = [
    options,
    token,
    ...(options.allow_raw ? [] : [{ deny: ['*:raw'] }]),
    ...(mayConnect ? [] : [{ deny: ['*:connect'] }]),
  ]
  const patterns = narrowPatterns(requested ?? everything, policies, domains)
  const offered = Object.entries(providers).flatMap(([id, entry]) => {
    const domain = domains.get(id)
    const own = patterns.filter((text) => text.startsWith('*:') || text.startsWith(`${id}:`))
    const boxes = domain ? listBoxes(domain, entry, { patterns: own, policies }, domains) : []
    return domain && boxes.length > 0 ? [{ id, title: domain.provider.title, boxes }] : []
  })
  const isForLater = (pattern: string): boolean => pattern.startsWith('*:')
  // A provider that the tenant lacks has no box, so the user has not agreed to it.
  const whole = patterns.filter((text) => isForLater(text) || Object.hasOwn(providers, text.split(':')[0] ?? ''))
  return { providers: offered, whole, coversLater: whole.some(isForLater) }
}

/** The rights that have a switch for all providers; each other right is agreed to by itself. */
export const switchedRights = ['read', 'write'] as const
type SwitchedRight = (typeof switchedRights)[number]

/** The name of the switch for a right at all providers. */
export const switchName = (right: SwitchedRight): string => `every_${right}`

/** The rights for which the page has a switch: those that several providers offer. */
export const listSwitches = ({ providers }: AccessOffer): readonly SwitchedRight[] =>
  switchedRights.filter((right) => providers.filter(({ boxes }) => boxes.some((box) => box.right === right)).length > 1)

/**
 * The patterns that the user grants by the boxes that are checked, and by the switches, each of which stands for all boxes of its right;
 * empty: none. Other names count for nothing.
 */
export const grantedScope = (offer: AccessOffer, isChecked: (name: string) => boolean): readonly string[] => {
  const { providers, whole } = offer
  const switchedOn: readonly Right[] = listSwitches(offer).filter((right) => isChecked(switchName(right)))
  const boxes = providers.flatMap((provider) => provider.boxes)
  const checked = boxes.filter(({ name, right }) => switchedOn.includes(right) || isChecked(name))
  return checked.length === boxes.length ? whole : checked.flatMap(({ patterns }) => patterns)
}

/** The names of the boxes, or of the switch for them, that let an application read and nothing more. */
export const listReadBoxes = (offer: AccessOffer): ReadonlySet<string> => {
  if (listSwitches(offer).includes('read')) return new Set([switchName('read')])
  const boxes = offer.providers.flatMap((provider) => provider.boxes)
  return new Set(boxes.filter(({ right }) => right === 'read').map(({ name }) => name))
}
