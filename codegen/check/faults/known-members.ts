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

/** The keys of each form of a union. */
type KeysOf<T> = T extends unknown ? keyof T : never

/** One entry for each member of a type: the type checker refuses a list with one too many or too few. */
type Every<Name extends PropertyKey> = Record<Name, true>

const membersOfBoth = {
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
export const membersOfReads = { ttl: true, pages: true } as const
export const membersOfWrites = {
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
export const definitionMembers: Every<DefinitionMember> = { ...membersOfBoth, ...membersOfReads, ...membersOfWrites }

export const providerMembers: Every<KeysOf<AnyProvider>> = {
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

export const authMembers: { readonly [Kind in Auth['kind']]: Every<KeysOf<Extract<Auth, { kind: Kind }>>> } = {
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

const membersOfAllPages = { items: true, size: true, in: true, shapedItems: true, omitsEmpty: true } as const
export const pagesMembers: { readonly [Kind in Pages['kind']]: Every<KeysOf<Extract<Pages, { kind: Kind }>>> } = {
  cursor: { kind: true, ...membersOfAllPages, into: true, next: true, lastItem: true, more: true },
  page: { kind: true, ...membersOfAllPages, into: true, first: true, sendsFirst: true, total: true },
  offset: { kind: true, ...membersOfAllPages, into: true, total: true },
  link: { kind: true, ...membersOfAllPages, next: true },
}

export const confirmMembers: Every<keyof AnyConfirm> = { read: true, params: true, when: true, shows: true }
export const keyMembers: Every<KeysOf<IdempotencyKeyPlace>> = {
  header: true,
  query: true,
  body: true,
  max: true,
  keptFor: true,
}

export const requestMembers: Every<KeysOf<RequestParts>> = { path: true, query: true, headers: true, body: true }

export const credentialFieldMembers: Every<keyof CredentialField> = { label: true, hint: true }
export const hintMembers: Every<KeysOf<RateLimitHint>> = { header: true, unit: true }
export const limitMembers: Every<KeysOf<Limits>> = { headers: true, per: true }
export const limitHeaderMembers: Every<KeysOf<LimitHeaders>> = { remaining: true, reset: true, limit: true }

export const curationMembers: Every<keyof AnyCuration> = {
  ...membersOfReads,
  ...membersOfWrites,
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
