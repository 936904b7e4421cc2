import type { Source } from '@patchbay/core/schema'
import { registry } from '../../../server/generated/registry.ts'
import { codes, markdownTable } from './markdown-table.ts'

const actionsOf = (source: Source, kind: 'read' | 'write'): string =>
  codes(source.names().filter((name) => source.action(name)?.effect.kind === kind))

export const providers = (): string =>
  markdownTable(
    ['provider', 'reads', 'writes'],
    registry.map(({ provider: { id, title }, source }) => [
      `\`${id}\`: ${title}`,
      actionsOf(source, 'read'),
      actionsOf(source, 'write'),
    ]),
  )
