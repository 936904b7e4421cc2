import { type Access, findTarget, usableActions } from '@patchbay/core/access'
import {
  actionToolDefinition,
  type Domain,
  idPattern,
  type JsonSchema,
  largestAccountEnum,
  largestDescription,
  shownAction,
  type ToolDefinition,
} from '@patchbay/core/schema'
import type { Account, ProviderEntry, TenantRecord } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import { withCard } from '../card/card.ts'
import type { McpScope, ToolMode, ToolSurface } from '../mcp-scope.ts'
import { codeTools } from './code-tools.ts'
import { fileTool } from './file-tool.ts'
import { findingTools, searchTools } from './search-tools.ts'
import { readToolName, type ToolEffect } from './tool-names.ts'

/**
 * The tools that a caller may use as a JSON list in UTF-8, between the two given texts. A list is large, so whole answers are
 * cached: many are identical from their first byte to their last.
 */
export type ToolLists = (
  caller: Pick<McpScope, 'tenant' | 'surface' | 'showsCard'> & { readonly caller: { readonly access: Access } },
  before?: string,
  after?: string,
) => Buffer

/** The most bytes that all cached lists may take. */
const mostBytes = 64 * 2 ** 20
/** The longest text around a cached list: that of a message id with two digits, as clients count from 0. */
const longestBefore = 43

/** The ids as an enum, if there aren't too many for a schema, and as many labels as a description may have. */
const accountSchema = (accounts: readonly Account[], { default: chosen }: ProviderEntry): JsonSchema => {
  const ids = accounts.map(({ id }) => id)
  const choice = accounts.length > 1 ? 'Which account' : 'The account'
  let room = largestDescription - choice.length
  const names = accounts.map(({ id, label }) => `${id} (${label}${id === chosen ? '; the default one' : ''})`)
  const end = names.findIndex((name) => {
    room -= name.length + 2
    return room < 0
  })
  const isShort = Buffer.byteLength(JSON.stringify(ids)) <= largestAccountEnum
  return {
    type: 'string',
    ...(isShort ? { enum: ids } : { pattern: idPattern }),
    description: `${choice}: ${names.slice(0, end < 0 ? names.length : end).join(', ')}`,
  }
}

const continuation = {
  type: 'string',
  description:
    'The `continuation` from `truncated` of a result: returns the next part. Lists, objects and texts continue where the previous part ended. All other parameters are ignored',
}

/** For callers whose calls may wait for a person's yes. */
const approvalId = {
  type: 'string',
  description:
    'The `approval_id` of a call that waits for approval: returns its state, and later its result. All other parameters are ignored',
}

const withApprovalId = ({ inputSchema, ...tool }: ToolDefinition): ToolDefinition => ({
  ...tool,
  inputSchema: {
    ...inputSchema,
    properties: { ...(inputSchema.properties as JsonSchema), approval_id: approvalId },
  },
})

/** A domain of the tenant, as far as the caller may use it. */
interface Offer {
  readonly domain: Domain
  readonly entry: ProviderEntry
  readonly access: Access
}

const forCaller = (tool: ToolDefinition, names: readonly string[], { domain, entry, access }: Offer): object => {
  const targets = access.isUnrestricted ? [] : names.flatMap((name) => findTarget(domain, name) ?? [])
  const canUse = ({ id }: Account): boolean => targets.some((target) => access.admits({ ...target, account: id }))
  const accounts = access.isUnrestricted ? entry.accounts : entry.accounts.filter(canUse)
  const { properties, required, ...schema } = tool.inputSchema as {
    properties: JsonSchema
    required: readonly string[]
  }
  const approval = access.asksSomething ? { approval_id: approvalId } : {}
  return {
    ...tool,
    inputSchema: {
      ...schema,
      properties: { ...properties, account_id: accountSchema(accounts, entry), continuation, ...approval },
      required: accounts.length > 1 ? [...required, 'account_id'] : required,
    },
  }
}

/** One tool for all actions of a domain that the caller may use, or for its reads or writes; none if there are none. */
const domainTool = (offer: Offer, effect?: ToolEffect): object[] => {
  const { domain, entry, access } = offer
  const { provider, source } = domain
  const names = usableActions(access, domain, entry.accounts, effect)
  if (names.length === 0) return []
  const [name, title] = effect
    ? [`${provider.id}_${effect}`, `${provider.title}: ${effect}`]
    : [provider.id, provider.title]
  return [forCaller({ name, title, ...source.tool(names) }, names, offer)]
}

const actionTools = (offer: Offer): object[] => {
  const { domain, entry, access } = offer
  const { listed } = domain.source
  const usable = usableActions(access, domain, entry.accounts)
  return (listed ? usable.filter((name) => listed.includes(name)) : usable).flatMap((name) => {
    const action = domain.source.action(name)
    if (!action) return []
    const shown = listed ? shownAction(action) : action
    return [forCaller(actionToolDefinition(domain.provider, name, shown), [name], offer)]
  })
}

const mayUse = ({ domain, entry, access }: Offer, effect?: ToolEffect): boolean =>
  usableActions(access, domain, entry.accounts, effect).length > 0

/** The tools for any number of domains; none if the caller may use none of them. */
const generalTools = (
  offers: readonly Offer[],
  toolsOf: (usable: readonly string[], mayWrite: boolean) => ToolDefinition[],
): object[] => {
  const usable = offers.filter((offer) => mayUse(offer)).map(({ domain }) => domain.provider.id)
  if (usable.length === 0) return []
  const mayWrite = offers.some((offer) => mayUse(offer, 'write'))
  const asksSomebody = offers.some(({ access }) => access.asksSomething)
  const finds = ({ name }: ToolDefinition): boolean => name === 'find_actions' || name === 'describe_action'
  return toolsOf(usable, mayWrite).map((tool) => (asksSomebody && !finds(tool) ? withApprovalId(tool) : tool))
}

/** The tools of each surface. */
const surfaces: Readonly<Record<ToolSurface, (offers: readonly Offer[]) => object[]>> = {
  domains: (offers) => offers.flatMap((offer) => domainTool(offer)),
  effects: (offers) => offers.flatMap((offer) => [...domainTool(offer, 'read'), ...domainTool(offer, 'write')]),
  actions: (offers) => offers.flatMap(actionTools),
  search: (offers) => generalTools(offers, searchTools),
  code: (offers) =>
    generalTools(offers, (usable, mayWrite) => [
      ...findingTools(usable, 'run_read or run_code'),
      ...codeTools(mayWrite),
    ]),
}

/** True if a text names a surface. */
export const isToolSurface = (name: string): name is ToolSurface => Object.hasOwn(surfaces, name)
export const toolSurfaces: readonly ToolSurface[] = Object.keys(surfaces).filter(isToolSurface)

/** The most providers for which a list of all their actions costs less than finding the few that are called. */
const mostDomains = 5

/** The surface of a mode. It depends on the tenant alone, so that each of its clients sees the same tools. */
export const chooseSurface = (
  mode: ToolMode,
  { providers, options }: Pick<TenantRecord, 'providers' | 'options'>,
): ToolSurface => {
  if (mode === 'code' && options.code === false) return 'search'
  if (mode !== 'auto') return mode
  return Object.keys(providers).length <= mostDomains ? 'domains' : 'search'
}

/** A card is framed with each result of its tool, so only tools that write and do nothing else have it. Runs have several approvals. */
const addCard = (tool: object): object => {
  const { name, annotations } = tool as ToolDefinition
  const { kind } = readToolName(name)
  const canAsk = kind !== 'domain' && kind !== 'run' && kind !== 'file' && !annotations.readOnlyHint
  return canAsk ? withCard(tool) : tool
}

/** True if calls of these tools may answer with files, or take some. The tools of code don't say what calls take. */
const handlesFiles = (surface: ToolSurface, tools: readonly object[]): boolean =>
  tools.length > 0 && (surface === 'code' || tools.some((tool) => /"(?:as_file|file_id)"/.test(JSON.stringify(tool))))

const today = (): number => Math.floor(Date.now() / 86_400_000)

/**
 * The tools of a surface that the caller may use, with the tenant's accounts. They are made once a day for each
 * tenant record and each access; a changed tenant has a new record, a changed policy a new access, and vendors end actions by the day.
 */
export const createToolLists = (domains: ReadonlyMap<string, Domain>): ToolLists => {
  const cache = new LRUCache<string, { tenant: TenantRecord; bytes: Buffer }>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })

  const make = (tenant: TenantRecord, surface: ToolSurface, access: Access, showsCard: boolean): Buffer => {
    const offers = Object.entries(tenant.providers).flatMap(([id, entry]) => {
      const domain = domains.get(id)
      return domain ? [{ domain, entry, access }] : []
    })
    const own = surfaces[surface](offers)
    const tools = handlesFiles(surface, own) ? [...own, fileTool] : own
    return Buffer.from(JSON.stringify(showsCard ? tools.map(addCard) : tools))
  }

  const once = (tenant: TenantRecord, key: string, build: () => Buffer): Buffer => {
    const entry = cache.get(key)
    if (entry?.tenant === tenant) return entry.bytes
    const bytes = build()
    cache.set(key, { tenant, bytes })
    return bytes
  }

  return ({ tenant, surface, showsCard = false, caller: { access } }, before = '', after = '') => {
    const key = `${tenant.id}/${surface}/${access.id}/${today()}${showsCard ? '/card' : ''}`
    const list = () => once(tenant, key, () => make(tenant, surface, access, showsCard))
    if (before === '' && after === '') return list()
    const whole = () => Buffer.concat([Buffer.from(before), list(), Buffer.from(after)])
    return before.length > longestBefore ? whole() : once(tenant, `${key}/${before}/${after}`, whole)
  }
}
