import type {
  AnyConfirm,
  AnyCuration,
  AnyProvider,
  Auth,
  CredentialField,
  DefinitionMember,
  IdempotencyKeyPlace,
  LimitHeaders,
  Limits,
  Pages,
  RateLimitHint,
  RequestParts,
} from '@patchbay/core/provider'
import { formatHint } from '@patchbay/core/schema'
import { type Fault, faultsAt } from './fault.ts'

/** The keys of each form of a union. */
type KeysOf<T> = T extends unknown ? keyof T : never

/** One entry for each member of a type: the type checker refuses a list with one too many or too few. */
type Every<Name extends PropertyKey> = Record<Name, true>

const ofBoth = {
  description: true,
  synonyms: true,
  params: true,
  in: true,
  rename: true,
  wrap: true,
  encoding: true,
  styles: true,
  request: true,
  result: true,
  answers: true,
  answer: true,
  origin: true,
  auth: true,
  shape: true,
  graphql: true,
  secret: true,
  sunset: true,
  noise: true,
  leadsTo: true,
  base64: true,
} as const
const ofReads = { ttl: true, pages: true } as const
const ofWrites = {
  additive: true,
  repeatOn: true,
  idempotent: true,
  idempotencyKey: true,
  confirm: true,
  is: true,
  roles: true,
  onlyIf: true,
  before: true,
  complete: true,
} as const
const ofDefinitions: Every<DefinitionMember> = { ...ofBoth, ...ofReads, ...ofWrites }

const ofProviders: Every<KeysOf<AnyProvider>> = {
  id: true,
  title: true,
  origin: true,
  auth: true,
  credentialsPage: true,
  credentialFields: true,
  synonyms: true,
  settings: true,
  headers: true,
  arrays: true,
  encoding: true,
  probe: true,
  actions: true,
  listed: true,
  overlay: true,
  retry: true,
  rateLimit: true,
  limits: true,
  withhold: true,
  failure: true,
}

const ofAuth: { readonly [Kind in Auth['kind']]: Every<KeysOf<Extract<Auth, { kind: Kind }>>> } = {
  oauth2: {
    kind: true,
    grant: true,
    token: true,
    scopes: true,
    optionalScopes: true,
    clientAuth: true,
    encoding: true,
    refusals: true,
    header: true,
    scopeParameter: true,
    tokenAt: true,
    identity: true,
    displayName: true,
    resource: true,
    registers: true,
    clientDocument: true,
    tells: true,
    authorize: true,
    refresh: true,
    issuers: true,
    rotates: true,
    pkce: true,
    separator: true,
    parameters: true,
    exchangeParameters: true,
    callbackSignature: true,
    revoke: true,
    algorithm: true,
    audience: true,
    claims: true,
  },
  apiKey: { kind: true, header: true, prefix: true, query: true, cookie: true, body: true },
  keys: { kind: true, keys: true },
  none: { kind: true },
  oneOf: { kind: true, alternatives: true },
  signed: { kind: true, secrets: true, sign: true },
  basic: { kind: true, username: true, password: true },
}

const ofAllPages = { items: true, size: true, in: true, shapedItems: true, omitsEmpty: true } as const
const ofPages: { readonly [Kind in Pages['kind']]: Every<KeysOf<Extract<Pages, { kind: Kind }>>> } = {
  cursor: { kind: true, ...ofAllPages, into: true, next: true, lastItem: true, more: true },
  page: { kind: true, ...ofAllPages, into: true, first: true, sendsFirst: true, total: true },
  offset: { kind: true, ...ofAllPages, into: true, total: true },
  link: { kind: true, ...ofAllPages, next: true },
}

const ofConfirms: Every<keyof AnyConfirm> = { read: true, params: true, when: true, shows: true }
const ofKeys: Every<KeysOf<IdempotencyKeyPlace>> = { header: true, query: true, body: true, max: true, keptFor: true }

const ofRequests: Every<KeysOf<RequestParts>> = { path: true, query: true, headers: true, body: true }

const ofCredentialFields: Every<keyof CredentialField> = { label: true, hint: true }
const ofHints: Every<KeysOf<RateLimitHint>> = { header: true, unit: true }
const ofLimits: Every<KeysOf<Limits>> = { headers: true, per: true }
const ofLimitHeaders: Every<KeysOf<LimitHeaders>> = { remaining: true, reset: true, limit: true }

/** The members that `known` doesn't have, each with the one that was most likely meant. */
const unknownIn = (given: unknown, known: object, within: readonly string[] = []): Fault[] => {
  const names = Object.keys(known).filter((name) => name !== 'kind')
  const where = within.length === 0 ? '' : ` of \`${within.join('.')}\``
  return Object.keys(Object(given))
    .filter((name) => !Object.hasOwn(known, name))
    .flatMap((name) => {
      const suggestion = formatHint(name, names) || `; the members${where || ' here'} are ${names.join(', ')}`
      return faultsAt([...within, name], [`unknown member \`${name}\`${where}${suggestion}`])
    })
}

/** Members of an action's definition that nothing reads. */
export const definitionFaults = (definition: object, kind: 'read' | 'write'): Fault[] => {
  const others = Object.keys(kind === 'read' ? ofWrites : ofReads).filter((name) => name in definition)
  const [own, other, why] =
    kind === 'read'
      ? ['read', 'write', 'which only writes have']
      : ['write', 'read', 'but only reads are cached and paged']
  return [
    ...unknownIn(definition, ofDefinitions),
    ...keyMemberFaults(definition),
    ...confirmMemberFaults(definition),
    ...others.flatMap((name) =>
      faultsAt([name], [`a ${own} has \`${name}\`, ${why}: remove it, or make the action a ${other}(...)`]),
    ),
  ]
}

const ofCurations: Every<keyof AnyCuration> = {
  ...ofReads,
  ...ofWrites,
  from: true,
  keep: true,
  clears: true,
  rename: true,
  fill: true,
  wrap: true,
  description: true,
  synonyms: true,
  effect: true,
  secret: true,
  result: true,
  answers: true,
  shape: true,
  failure: true,
  sunset: true,
  noise: true,
  leadsTo: true,
  base64: true,
}

/** Members of an overlay's action that nothing reads. */
export const curationMemberFaults = (curation: AnyCuration): Fault[] => [
  ...unknownIn(curation, ofCurations),
  ...keyMemberFaults(curation),
  ...confirmMemberFaults(curation),
]

const confirmMemberFaults = ({ confirm }: Pick<AnyCuration, 'confirm'>): Fault[] =>
  unknownIn(confirm, ofConfirms, ['confirm'])

const keyMemberFaults = ({ idempotencyKey }: Pick<AnyCuration, 'idempotencyKey'>): Fault[] =>
  typeof idempotencyKey === 'object' ? unknownIn(idempotencyKey, ofKeys, ['idempotencyKey']) : []

/** Members of a provider, of its authentication and its smaller parts that nothing reads. */
export const providerMemberFaults = (provider: AnyProvider): Fault[] => [
  ...unknownIn(provider, ofProviders),
  ...authMemberFaults(provider.auth),
  ...unknownIn(provider.probe, { action: true, params: true, identity: true }, ['probe']),
  ...Object.entries(provider.credentialFields ?? {}).flatMap(([name, field]) =>
    unknownIn(field, ofCredentialFields, ['credentialFields', name]),
  ),
  ...unknownIn(provider.retry, { tries: true, on: true }, ['retry']),
  ...unknownIn(provider.rateLimit, ofHints, ['rateLimit']),
  ...limitMemberFaults(provider.limits),
]

const limitMemberFaults = (limits: Limits | undefined): Fault[] => {
  // A value that isn't an object has no members; another check reports it.
  if (typeof limits !== 'object') return []
  const { headers } = limits
  if (typeof headers === 'string') return unknownIn(limits, ofLimits, ['limits'])
  return [
    ...unknownIn(limits, ofLimits, ['limits']),
    ...unknownIn(headers, ofLimitHeaders, ['limits', 'headers']),
    ...unknownIn(headers?.reset, ofHints, ['limits', 'headers', 'reset']),
  ]
}

const authMemberFaults = (auth: Auth | undefined, within: readonly string[] = ['auth']): Fault[] => {
  if (!auth || !Object.hasOwn(ofAuth, auth.kind)) return []
  // It was called with something other than a place; its members mean nothing.
  if (auth.kind === 'apiKey' && [auth.header, auth.query, auth.cookie, auth.body].every((place) => place === undefined))
    return []
  const keys = auth.kind === 'keys' ? Object.entries(auth.keys) : []
  const alternatives = auth.kind === 'oneOf' ? Object.entries(auth.alternatives) : []
  return [
    ...unknownIn(auth, ofAuth[auth.kind], within),
    // The keys are the arguments of the call itself.
    ...keys.flatMap(([name, place]) => unknownIn(place, ofAuth.apiKey, [...within, name])),
    ...alternatives.flatMap(([name, alternative]) => authMemberFaults(alternative, [...within, name])),
  ]
}

/** Members of an action's `pages` that nothing reads. */
export const pagesMemberFaults = (pages: Pages): Fault[] => [
  ...unknownIn(pages, ofPages[pages.kind], ['pages']),
  ...unknownIn(pages.size, { into: true, max: true, default: true }, ['pages', 'size']),
]

/** Unknown members of the object that `request` returns: core would not send them. */
export const requestMemberFaults = (parts: object): string[] =>
  unknownIn(parts, ofRequests).map(({ message }) => `\`request\` returns an ${message}`)
