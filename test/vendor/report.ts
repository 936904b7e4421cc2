import type { Verdict } from './check-vendor.ts'

const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(', ') || 'none'

const row = ({ vendor, documents, actions, withoutOperation, operations, calls, fails }: Verdict): string =>
  `| ${[`\`${vendor}\``, names(documents), actions, names(withoutOperation), operations, calls, fails.length].join(' | ')} |`

/** What was checked, as docs/included-providers.md shows it. */
export const table = (verdicts: readonly Verdict[]): string =>
  [
    "| plugin | vendor's documents | actions checked | actions not described there | operations | calls | fails |",
    '|---|---|--:|---|--:|--:|--:|',
    ...verdicts.map(row),
  ].join('\n')
