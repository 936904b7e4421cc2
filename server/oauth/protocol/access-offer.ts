import { type AccessKind, narrowed, type Policy, parsePattern } from '@patchbay/core/access'
import type { Domain } from '@patchbay/core/schema'
import type { ProviderEntry, TenantRecord, TenantTokenRecord } from '@patchbay/core/store'

/** One kind of access to one provider, which the user may take away. */
export interface Box {
  /** `hubspot:read`: also the name of the checkbox. */
  readonly name: string
  readonly kind: AccessKind
  /** The access patterns that the box stands for. */
  readonly patterns: readonly string[]
  /** What the box is limited to, in words; `''`: nothing. */
  readonly limits: string
}

/** The access that a user can give an application: the application asks for it, and the user's token has it. */
export interface AccessOffer {
  /** The tenant's providers, each with a box at least. */
  readonly providers: readonly { readonly title: string; readonly boxes: readonly Box[] }[]
  /** What is granted if all boxes stay checked. */
  readonly whole: readonly string[]
  /** Whether `whole` covers providers that the tenant may connect later. */
  readonly coversLater: boolean
}

type Domains = ReadonlyMap<string, Domain>

const kinds = ['read', 'write', 'raw'] as const

/** `raw` is never covered by the others. */
const everything: readonly string[] = kinds.map((kind) => `*:${kind}`)

const limitsOf = (patterns: readonly string[], kind: AccessKind, { accounts }: ProviderEntry): string => {
  const limits = patterns.map((text) => {
    const { what = '', account } = parsePattern(text) ?? {}
    const label = accounts.find(({ id }) => id === account)?.label ?? account
    const place = label === undefined ? '' : `at the account ${label}`
    return [what === kind ? '' : what, place].filter((part) => part !== '').join(' ')
  })
  return limits.includes('') ? '' : `only ${limits.join(', ')}`
}

/** Some providers have nothing to change, or nothing to read. */
const hasKind = ({ source }: Domain, kind: AccessKind): boolean => kind === 'raw' || source.names(kind).length > 0

interface Possible {
  readonly patterns: readonly string[]
  /** Once more for each provider: a policy may take away one provider of `*:read`. */
  readonly policies: readonly Policy[]
}

const boxesOf = (domain: Domain, entry: ProviderEntry, possible: Possible, domains: Domains): Box[] =>
  kinds.flatMap((kind) => {
    const name = `${domain.provider.id}:${kind}`
    const patterns = narrowed(possible.patterns, [{ allow: [name] }, ...possible.policies], domains)
    if (patterns.length === 0 || !hasKind(domain, kind)) return []
    return [{ name, kind, patterns, limits: limitsOf(patterns, kind, entry) }]
  })

/** `asked`: the patterns that the application asks for; `undefined`: it doesn't say, so it asks for all that the token may do. */
export const offerAccess = (
  asked: readonly string[] | undefined,
  { providers, options }: Pick<TenantRecord, 'providers' | 'options'>,
  token: Pick<TenantTokenRecord, 'allow' | 'deny'>,
  domains: Domains,
): AccessOffer => {
  const policies = [options, token, ...(options.allow_raw ? [] : [{ deny: ['*:raw'] }])]
  const patterns = narrowed(asked ?? everything, policies, domains)
  const offered = Object.entries(providers).flatMap(([id, entry]) => {
    const domain = domains.get(id)
    const boxes = domain ? boxesOf(domain, entry, { patterns, policies }, domains) : []
    return domain && boxes.length > 0 ? [{ title: domain.provider.title, boxes }] : []
  })
  const isForLater = (pattern: string): boolean => pattern.startsWith('*:')
  // A provider that the tenant lacks has no box, so the user has not agreed to it.
  const whole = patterns.filter((text) => isForLater(text) || Object.hasOwn(providers, text.split(':')[0] ?? ''))
  return { providers: offered, whole, coversLater: whole.some(isForLater) }
}

/** The scope that the user grants by the boxes that are checked; `''`: none. Names of other boxes count for nothing. */
export const grantedScope = ({ providers, whole }: AccessOffer, isChecked: (name: string) => boolean): string => {
  const boxes = providers.flatMap((provider) => provider.boxes)
  const checked = boxes.filter(({ name }) => isChecked(name))
  return (checked.length === boxes.length ? whole : checked.flatMap(({ patterns }) => patterns)).join(' ')
}
