import { type AnyAction, actionKind, toolEffect } from '../../provider/index.ts'
import type { ToolDefinition } from '../tool-definition.ts'

/**
 * Hints for a tool with these actions; the most cautious action decides. A write may change or delete data, unless it only adds. Repeating a
 * call is harmless only if each write is idempotent by nature, because every call gets a new idempotency key. An action that answers with
 * credentials isn't called read-only, because clients run read-only tools without asking.
 */
export const buildAnnotations = (actions: readonly AnyAction[]): ToolDefinition['annotations'] => {
  const effects = actions.map(({ effect }) => effect)
  const writes = effects.filter(({ kind }) => kind === 'write')
  return {
    readOnlyHint: effects.every((effect) => toolEffect(actionKind(effect)) === 'read'),
    destructiveHint: writes.some(({ additive }) => !additive),
    idempotentHint: writes.every(({ idempotent }) => idempotent === 'nature'),
    openWorldHint: true,
  }
}
