import { Access } from '@patchbay/core/access'
import { type Domain, estimateTokens, type ToolContent } from '@patchbay/core/schema'
import type { TenantRecord } from '@patchbay/core/store'
import type { ToolSurface } from '../mcp-scope.ts'
import { chooseSurface, createToolLists } from './tool-lists.ts'

export interface ListCost {
  readonly surface: ToolSurface
  readonly tools: number
  /** Estimated: models count differently. */
  readonly tokens: number
}

/** The cost of a tenant's list of tools in a model's context, for a token that may use everything. */
export const measureToolList = (domains: ReadonlyMap<string, Domain>, tenant: TenantRecord): ListCost => {
  const surface = chooseSurface(tenant.options.tools, tenant)
  const list = createToolLists(domains)({ tenant, surface, caller: { access: Access.everything } })
  const tools = JSON.parse(list.toString()) as ToolContent[]
  return { surface, tools: tools.length, tokens: tools.reduce((sum, tool) => sum + estimateTokens(tool), 0) }
}
