import { invalid } from '@patchbay/core/errors'
import type { TenantRecord } from '@patchbay/core/store'
import { readQuery } from '../../http/read/queries.ts'
import type { ToolMode, ToolSurface } from '../mcp-scope.ts'
import { chooseSurface, isToolSurface, toolSurfaces } from './tool-lists.ts'

export interface ToolChoice {
  readonly surface: ToolSurface
  /** True if the text of a large result is enough. */
  readonly isTerse: boolean
}

/** The values of the query parameter `tools`. */
const toolModes: readonly ToolMode[] = ['auto', ...toolSurfaces]

const readMode = (url: string, { options }: TenantRecord): ToolMode => {
  const mode = url.includes('?') ? readQuery(url).get('tools') : undefined
  if (mode === undefined) return options.tools
  if (mode === 'auto' || isToolSurface(mode)) return mode
  throw invalid('/tools', `this query parameter must be one of ${toolModes.join(', ')}`)
}

/** The tools of a request: by its URL, otherwise by its tenant's option. Throws VALIDATION_ERROR. */
export const readToolChoice = (url: string, tenant: TenantRecord): ToolChoice => {
  const mode = readMode(url, tenant)
  const surface = chooseSurface(mode, tenant)
  return { surface, isTerse: mode === 'auto' || surface === 'search' || surface === 'code' }
}

/** True if the message asks for structured content in every result, however large. */
export const asksForStructured = (message: unknown): boolean => {
  const { params } = Object(message) as { readonly params?: unknown }
  const { _meta: meta } = Object(params) as { readonly _meta?: unknown }
  return Object(meta)['patchbay/structured'] === true
}
