import type { SliceAction } from '@patchbay/core/imported'
import type { ListedTool } from '@patchbay/core/upstream-mcp'
import type { Imported, Result } from '../convert/to-slice.ts'
import { pathOfTool } from './to-document.ts'

/** The result of an import with the tools behind its actions, as the server lists them, and its own address. */
export const withTools = (result: Result, url: string, tools: readonly ListedTool[]): Result => {
  const byPath = new Map(tools.map((tool) => [pathOfTool(tool.name), tool]))
  const asCall = (action: SliceAction): SliceAction => {
    const tool = byPath.get(action.path)
    return tool ? { ...action, tool: tool.name } : action
  }
  const pinned = result.actions.flatMap(({ name, action }): [string, ListedTool][] => {
    const tool = byPath.get(action.path)
    return tool ? [[name, tool]] : []
  })
  const actions = Object.entries(result.slice.actions).map(([name, action]) => [name, asCall(action)] as const)
  return {
    ...result,
    actions: result.actions.map((one): Imported => ({ ...one, action: asCall(one.action) })),
    slice: {
      ...result.slice,
      server: url,
      actions: Object.fromEntries(actions),
      tools: Object.fromEntries(pinned),
    },
  }
}
