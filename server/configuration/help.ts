import { fileVariable } from './environment/secret-files.ts'
import type { AnyVariable } from './variable.ts'
import { variables } from './variables.ts'

export interface ConfigurationRow {
  readonly variable: string
  readonly default: string
  readonly meaning: string
}

/** The configuration table as Markdown text by cell, for docs/configuration.md and for `--help`. */
export const configurationTable: readonly ConfigurationRow[] = Object.values<AnyVariable>(variables).map(
  (variable) => ({
    variable: `\`${variable.name}\``,
    default: variable.unset ?? `\`${variable.fallback}\``,
    meaning: variable.meaning,
  }),
)

/** The variables that name a file with a secret. */
export const secretFileVariables: readonly string[] = Object.values<AnyVariable>(variables).flatMap(
  ({ name, secret }) => (secret ? [fileVariable(name)] : []),
)

/** The table as aligned plain text. */
export const configurationHelp = (): string => {
  const rows = configurationTable.map((row) => [row.variable, row.default, row.meaning].map(plain))
  const widths = [0, 1].map((column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const lines = rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return ['Configuration, by environment variables (name, default, meaning):', '', ...lines, '', secretFiles].join('\n')
}

const secretFiles = `A secret may be in a file instead; these variables name the file: ${secretFileVariables.join(', ')}.`

const plain = (cell: string): string => cell.replaceAll('`', '')
