import type { Verdict } from './check-vendor.ts'

const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(', ') || 'none'

const row = ({ vendor, documents, actions, withoutOperation, operations, calls, fails }: Verdict): string =>
  `| ${[`\`${vendor}\``, names(documents), actions, names(withoutOperation), operations, calls, fails.length].join(' | ')} |`

/** What was checked, as docs/included-providers.md shows it; `earlier` are the page's rows by plugin, kept where a plugin wasn't checked now. */
export const table = (verdicts: readonly Verdict[], earlier: ReadonlyMap<string, string>): string => {
  const rows = new Map([...earlier, ...verdicts.map((verdict) => [`\`${verdict.vendor}\``, row(verdict)] as const)])
  return [
    "| plugin | vendor's documents | actions checked | actions not described there | operations | calls | fails |",
    '|---|---|--:|---|--:|--:|--:|',
    ...[...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text),
  ].join('\n')
}
