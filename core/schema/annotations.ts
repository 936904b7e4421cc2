import type { AnyAction } from '../provider/index.ts'
import type { ToolDefinition } from './domain.ts'

/**
 * Hints for a tool of these actions, so the most careful of them decides. A write may change or delete; the same call
 * twice is harmless only where each write is so by nature (a vendor's idempotency key is made anew for each call).
 */
export const annotationsOf = (actions: readonly AnyAction[]): ToolDefinition['annotations'] => {
  const writes = actions.map(({ effect }) => effect).filter(({ kind }) => kind === 'write')
  return {
    readOnlyHint: writes.length === 0,
    destructiveHint: writes.length > 0,
    idempotentHint: writes.every(({ idempotent }) => idempotent === 'nature'),
    openWorldHint: true,
  }
}
