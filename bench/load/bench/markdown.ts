import { cpus } from 'node:os'

/** `–` for what could not be measured. */
export const decimals = (value: number, digits: number): string =>
  Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

export const signed = (value: number, digits: number): string =>
  value < 0 || Number.isNaN(value) ? decimals(value, digits) : `+${decimals(value, digits)}`

/** The first column holds names, the others numbers. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n')
}

/** The machine on which figures were measured. */
export const describeMachine = (): string => `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`
