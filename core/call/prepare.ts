import Type from 'typebox'
import Value from 'typebox/value'
import { type Access, type AccessKind, usableAccounts, usableActions } from '../access/index.ts'
import { type CallContext, type PreparedCall, unknownDomain } from '../context/index.ts'
import { GatewayError, invalid, invalidInput } from '../errors.ts'
import { type Action, type ActionRequest, type AnyAction, type Path, UnfitSegment } from '../provider/index.ts'
import { actionProblems, bodySchema, type Domain, pointerToken, problems } from '../schema/index.ts'
import type { Account, ProviderEntry, TenantRecord } from '../store/index.ts'
import { checkHeaders } from '../upstream/index.ts'

const nothing = 'none'

/** A domain as a tenant has configured it. */
export interface ChosenDomain {
  readonly domain: Domain
  readonly entry: ProviderEntry
}

/** The domains that the caller may use in some way. */
const configuredDomains = (
  domains: ReadonlyMap<string, Domain>,
  { providers }: TenantRecord,
  access: Access,
): readonly string[] => {
  const names = Object.keys(providers).sort()
  if (access.isUnrestricted) return names
  return names.filter((name) => {
    const domain = domains.get(name)
    return domain && usableActions(access, domain, providers[name]?.accounts ?? []).length > 0
  })
}

/** Finds the domain, which must be registered and configured for the tenant. Throws CONFIG_MISSING. */
export const chooseDomain = (
  domains: ReadonlyMap<string, Domain>,
  tenant: TenantRecord,
  name: string,
  context: CallContext,
): ChosenDomain => {
  const domain = domains.get(name)
  context.provider = domain ? name : unknownDomain
  const entry = Object.hasOwn(tenant.providers, name) ? tenant.providers[name] : undefined
  if (domain && entry) return { domain, entry }
  const configured = configuredDomains(domains, tenant, context.access).join(', ') || nothing
  const fault = (what: string): string =>
    `The provider ${what} is not configured for this tenant; configured: ${configured}`
  throw new GatewayError('CONFIG_MISSING', fault(JSON.stringify(name)), {
    reason: fault(domain ? name : unknownDomain),
  })
}

/** The action that sends any request to the provider's origin; off unless the tenant's options allow it. */
const rawAction = 'raw'

const rawParams = {
  method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: Type.String({ minLength: 1, maxLength: 2048, pattern: '^/' }),
  query: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 8192 }), Type.Number(), Type.Boolean()]), {
      maxProperties: 100,
    }),
  ),
  body: Type.Optional(Type.Unknown()),
}

/** Refuses a path that URL parsing would change (`..`, `%2e`, `?`, a backslash), because it would lead elsewhere. */
const checkedPath = (path: string): Path => {
  if (path.startsWith('//') || new URL(path, 'https://origin.invalid').pathname !== path) {
    throw invalid('/path', 'must be a plain, percent-encoded path without dot segments, query or fragment')
  }
  return path as Path
}

const longestName = 256

/** Throws VALIDATION_ERROR for a name longer than any vendor's. */
const checkNames = (query: Readonly<Record<string, unknown>>): void => {
  if (Object.keys(query).every((name) => name.length <= longestName)) return
  throw invalid('/query', `must not have a name of more than ${longestName} characters`)
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The action for one raw request. It is never cached and, unless it is a GET, never sent twice. */
const rawActionFor = (method: Method): Action<typeof rawParams> => ({
  description: 'Send any request to the provider’s origin',
  route: `${method} {path}`,
  effect: method === 'GET' ? { kind: 'read', ttlMs: 0 } : { kind: 'write', idempotent: 'never' },
  params: rawParams,
  definition: {},
  request: ({ path, query, body }) => {
    if (query) checkNames(query)
    const common = { path: checkedPath(path), ...(query && { query }) }
    if (method !== 'GET') return { ...common, method, ...(body !== undefined && { body }) }
    if (body !== undefined) throw invalid('/body', 'a GET has no body')
    return { ...common, method }
  },
})

/** The schema of a raw request's body; it is the same for every method. */
const rawBodySchema = bodySchema(rawAction, rawActionFor('GET'))

/** Throws VALIDATION_ERROR unless the tenant's options allow raw requests. */
const checkRawAllowed = (tenant: TenantRecord, action: string): void => {
  if (action !== rawAction || tenant.options.allow_raw) return
  throw invalid('/action', 'raw requests are off for this tenant; its option allow_raw turns them on')
}

interface CheckedBody extends Record<string, unknown> {
  readonly action: string
  readonly account_id?: string
  readonly result_fields?: readonly string[]
}

const rawRequest = (body: Record<string, unknown>, context: CallContext): AnyAction => {
  context.action = rawAction
  if (!Value.Check(rawBodySchema, body)) throw invalidInput(problems(rawBodySchema, body))
  return rawActionFor(body.method as Parameters<typeof rawActionFor>[0])
}

/** Finds the action and checks the body against it. Throws VALIDATION_ERROR with the path of each wrong member. */
const chooseAction = (
  { domain, entry }: ChosenDomain,
  body: Record<string, unknown>,
  context: CallContext,
): AnyAction => {
  const name = body.action
  if (name === rawAction) return rawRequest(body, context)
  const action = typeof name === 'string' ? domain.source.action(name) : undefined
  if (!action || typeof name !== 'string') {
    throw invalidInput(actionProblems(usableActions(context.access, domain, entry.accounts), body))
  }
  context.action = name
  if (domain.source.check(name)?.body(body)) return action
  const found = problems(bodySchema(name, action), body, action.references)
  // The generated check and the schema disagree: a fault of the gateway, not the caller's.
  if (found.length === 0)
    throw new TypeError(`the check of ${domain.provider.id}.${name} refuses what its schema admits`)
  throw invalidInput(found)
}

/**
 * Finds the named account, or the only one that the caller may use. Throws VALIDATION_ERROR that lists the usable accounts, and
 * CONFIG_MISSING. Whether the caller may use the account is decided for each call, also for one that was prepared before.
 */
const chooseAccount = (
  domain: string,
  entry: ProviderEntry,
  accountId: string | undefined,
  usable: readonly Account[],
): Account => {
  const [only, second] = usable
  const account =
    accountId === undefined ? (only ?? entry.accounts[0]) : entry.accounts.find(({ id }) => id === accountId)
  if (account && (accountId !== undefined || !second)) return account

  const accounts = usable.map(({ id, label }) => ({ id, label, default: id === entry.default }))
  const list = accounts.map(({ id }) => id).join(', ') || nothing
  if (accountId !== undefined) {
    const message = `is no account of ${domain}; accounts: ${list}`
    throw new GatewayError('VALIDATION_ERROR', `/account_id: ${message}`, {
      accounts,
      details: [{ path: '/account_id', message }],
    })
  }
  if (!account) throw new GatewayError('CONFIG_MISSING', `This tenant has no account at ${domain}`)
  throw new GatewayError(
    'VALIDATION_ERROR',
    `This tenant has several accounts at ${domain}; choose one with account_id: ${list}`,
    {
      accounts,
      details: [{ path: '/account_id', message: `is required here; one of: ${list}` }],
    },
  )
}

const noSettings = {}

/** Makes the provider's request. Throws VALIDATION_ERROR that names a parameter which can't be part of a path. */
const requestOf = (
  action: AnyAction,
  params: Record<string, unknown>,
  { settings = noSettings }: Account,
): ActionRequest => {
  try {
    return action.request(params, { settings })
  } catch (error) {
    if (!(error instanceof UnfitSegment)) throw error
    const [name] = Object.entries(params).find(([, value]) => value === error.value) ?? []
    throw name === undefined ? error : invalid(`/${pointerToken(name)}`, error.message)
  }
}

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]))
}

/**
 * The canonical text of a JSON value (RFC 8785). Sorting the members is enough: the RFC takes numbers and strings from ECMAScript
 * (section 3.2.2), as JSON.stringify does. A package for it takes five times as long.
 */
const canonical = (value: unknown): string => JSON.stringify(sorted(value))

/** Everything that an answer depends on, except for the credential. */
type CacheParts = Pick<PreparedCall, 'ref' | 'account' | 'name' | 'params' | 'resultFields'>

/** One key for a call, however its body is spelt. */
const cacheKeyOf = ({ ref, account, name, params, resultFields }: CacheParts): string => {
  const { settings = noSettings } = account
  const parts = [ref.tenant, ref.provider, ref.account, settings, name, params, resultFields ?? null]
  return Bun.CryptoHasher.hash('sha256', canonical(parts), 'base64')
}

/** Which kind of access a call needs. */
export const kindOf = ({ name, action }: Pick<PreparedCall, 'name' | 'action'>): AccessKind =>
  name === rawAction ? 'raw' : action.effect.kind

/** Checks a body against its action and the tenant's configuration. Throws VALIDATION_ERROR and CONFIG_MISSING. */
export const prepare = (
  tenant: TenantRecord,
  chosen: ChosenDomain,
  body: Record<string, unknown>,
  context: CallContext,
): PreparedCall => {
  const { domain, entry } = chosen
  const action = chooseAction(chosen, body, context)
  const { action: name, account_id: accountId, result_fields: resultFields, ...params } = body as CheckedBody
  const provider = domain.provider.id
  const usable = usableAccounts(context.access, provider, name, kindOf({ name, action }), entry.accounts)
  const [first] = entry.accounts
  if (accountId === undefined && usable.length === 0 && first) {
    context.access.assert(provider, name, kindOf({ name, action }), first.id, false)
  }
  const account = chooseAccount(provider, entry, accountId, usable)
  context.account = account.id
  const request = requestOf(action, params, account)
  checkHeaders(request)
  checkRawAllowed(tenant, name)
  const ref = { tenant: tenant.id, provider, account: account.id }
  const isCached = action.effect.kind === 'read' && action.effect.ttlMs > 0
  const cacheKey = isCached ? cacheKeyOf({ ref, account, name, params, resultFields }) : undefined
  return { domain, account, ref, name, action, params, resultFields, request, cacheKey }
}
