/** A Markdown table; bars in cells are escaped, as they would end the cell. */
export const markdownTable = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

export const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ') || 'none'
