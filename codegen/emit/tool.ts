import type { ToolDefinition } from '@patchbay/core/schema'
import { literal, sourceText } from './source-file.ts'
import { exported, importedType } from './statements.ts'

/** `server/generated/<id>/tool.ts`: the domain's MCP tool. */
export const toolText = (tool: ToolDefinition): string =>
  sourceText([
    importedType('ToolDefinition', '@patchbay/core/schema'),
    exported('tool', 'ToolDefinition', literal(tool)),
  ])
