/** Lines of cells as CSV (RFC 4180). A cell that begins like a formula gets an apostrophe (OWASP, "CSV Injection"). */
export const formatCsv = (lines: readonly (readonly (string | number)[])[]): string => {
  const cell = (value: string | number): string =>
    `"${String(value)
      .replace(/^[=+\-@\t\r]/, "'$&")
      .replaceAll('"', '""')}"`
  return lines.map((line) => line.map(cell).join(',')).join('\r\n')
}
