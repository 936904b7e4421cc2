import { Access } from '@patchbay/core/access'
import type { Domain } from '@patchbay/core/schema'
import type { Account, TenantRecord } from '@patchbay/core/store'
import { asIsoTime } from '@patchbay/core/time'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import type { ToolSurface } from '../../server/mcp/mcp-scope.ts'
import { createToolLists, toolSurfaces } from '../../server/mcp/tools/tool-lists.ts'
import { loadRegistry } from '../../server/registry.ts'

/** The same four, whatever is added to the catalogue, so that sizes can be compared. */
const measured = ['github', 'hubspot', 'slack', 'stripe']
export const registry = (await loadRegistry()).filter(({ provider }) => measured.includes(provider.id))

export const surfaces: readonly ToolSurface[] = toolSurfaces

/** As many domains: the measured ones, and copies of them under other ids. */
const domainsOf = (count: number): ReadonlyMap<string, Domain> =>
  new Map(
    Array.from({ length: count }, (_, n) => {
      const domain = registry[n % registry.length] as Domain
      const round = Math.floor(n / registry.length)
      const id = round === 0 ? domain.provider.id : `${domain.provider.id}-${round + 1}`
      return [id, { ...domain, provider: { ...domain.provider, id } }]
    }),
  )

const onlyAccount = [{ id: 'main', label: 'Main' }]

/** A tenant with these domains, each with these accounts. */
export const tenantOf = (ids: Iterable<string>, accounts: readonly Account[] = onlyAccount): TenantRecord => ({
  id: 'acme',
  name: 'Acme',
  status: 'active',
  options: { allow_raw: false, tools: 'domains' },
  providers: Object.fromEntries([...ids].map((id) => [id, { accounts, default: accounts[0]?.id ?? '' }])),
  created_at: asIsoTime('2026-01-01T00:00:00.000Z'),
  updated_at: asIsoTime('2026-01-01T00:00:00.000Z'),
  version: '1',
})

export interface SurfaceSize {
  readonly surface: ToolSurface
  readonly domains: number
  readonly tools: number
  readonly bytes: number
  /** As the models of OpenAI count them (o200k); others come to similar numbers. */
  readonly tokens: number
  readonly milliseconds: number
}

/** The size of the list of tools for a tenant with `domains` domains. */
export const surfaceSize = (surface: ToolSurface, domains: number): SurfaceSize => {
  const registered = domainsOf(domains)
  const lists = createToolLists(registered)
  const began = performance.now()
  const list = lists({ tenant: tenantOf(registered.keys()), surface, caller: { access: Access.everything } })
  const milliseconds = performance.now() - began
  const text = list.toString()
  const tools = (JSON.parse(text) as unknown[]).length
  return { surface, domains, tools, bytes: list.length, tokens: encode(text).length, milliseconds }
}
