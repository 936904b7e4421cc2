import { actionToolDefinition, type Domain, type Schema, type ToolDefinition } from '@patchbay/core/schema'
import type { ProviderEntry, TenantOptions, TenantRecord } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import { outputSchema } from './output-schema.ts'

export type ToolMode = TenantOptions['tools']

/**
 * The tools of a tenant as a JSON list in UTF-8, between the two given texts. A list is large, so whole answers are kept: many
 * are identical from their first byte to their last.
 */
export type ToolLists = (tenant: TenantRecord, mode: ToolMode, before?: string, after?: string) => Buffer

/** The most bytes that all kept lists may take. */
const mostBytes = 64 * 2 ** 20
/** The longest text around a kept list: that of a message id with two digits, as clients count from 0. */
const longestBefore = 43

/** The most accounts that are described; the enum lists the ids of all. */
const mostLabels = 100

const accountSchema = (entry: ProviderEntry): Schema => {
  const name = ({ id, label }: ProviderEntry['accounts'][number]): string =>
    `${id} (${label}${id === entry.default ? '; the default one' : ''})`
  const names = entry.accounts.slice(0, mostLabels).map(name)
  const choice = entry.accounts.length > 1 ? 'Which account' : 'The account'
  return {
    type: 'string',
    enum: entry.accounts.map(({ id }) => id),
    description: `${choice}: ${names.join(', ')}`,
  }
}

const continuation = {
  type: 'string',
  description:
    'The `continuation` that a cut result has in `truncated`: returns the next part. Lists, objects and texts go on where the previous part ended. All other parameters are ignored',
}

const forTenant = (tool: ToolDefinition, entry: ProviderEntry): object => {
  const { properties, required, ...schema } = tool.inputSchema as { properties: Schema; required: readonly string[] }
  return {
    ...tool,
    inputSchema: {
      ...schema,
      properties: { ...properties, account_id: accountSchema(entry), continuation },
      required: entry.accounts.length > 1 ? [...required, 'account_id'] : required,
    },
    outputSchema,
  }
}

const actionTools = ({ provider, source }: Domain): ToolDefinition[] =>
  source.names().flatMap((name) => {
    const action = source.action(name)
    return action ? [actionToolDefinition(provider, name, action)] : []
  })

/**
 * One tool for each domain that a tenant has configured, or one for each of its actions, with the tenant's accounts. The tools
 * are made once for each tenant record; a changed tenant has a new record.
 */
export const createToolLists = (domains: ReadonlyMap<string, Domain>): ToolLists => {
  const kept = new LRUCache<string, { tenant: TenantRecord; bytes: Buffer }>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })

  const make = (tenant: TenantRecord, mode: ToolMode): Buffer => {
    const tools = Object.entries(tenant.providers).flatMap(([id, entry]) => {
      const domain = domains.get(id)
      if (!domain) return []
      return (mode === 'domains' ? [domain.tool] : actionTools(domain)).map((tool) => forTenant(tool, entry))
    })
    return Buffer.from(JSON.stringify(tools))
  }

  const once = (tenant: TenantRecord, key: string, made: () => Buffer): Buffer => {
    const known = kept.get(key)
    if (known?.tenant === tenant) return known.bytes
    const bytes = made()
    kept.set(key, { tenant, bytes })
    return bytes
  }

  return (tenant, mode, before = '', after = '') => {
    const list = () => once(tenant, `${tenant.id}/${mode}`, () => make(tenant, mode))
    if (before === '' && after === '') return list()
    const whole = () => Buffer.concat([Buffer.from(before), list(), Buffer.from(after)])
    return before.length > longestBefore ? whole() : once(tenant, `${tenant.id}/${mode}/${before}/${after}`, whole)
  }
}
