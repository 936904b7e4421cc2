import type { AnyAction } from '../provider/index.ts'
import type { ToolDefinition } from './tool-definition.ts'

/**
 * Hints for a tool with these actions; the most cautious action decides. A write may change or delete data, unless it only adds. Repeating a
 * call is harmless only if each write is idempotent by nature, because every call gets a new idempotency key.
 */
export const annotationsOf = (actions: readonly AnyAction[]): ToolDefinition['annotations'] => {
  const writes = actions.map(({ effect }) => effect).filter(({ kind }) => kind === 'write')
  return {
    readOnlyHint: writes.length === 0,
    destructiveHint: writes.some(({ additive }) => !additive),
    idempotentHint: writes.every(({ idempotent }) => idempotent === 'nature'),
    openWorldHint: true,
  }
}
