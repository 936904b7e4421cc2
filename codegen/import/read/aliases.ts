const mostValues = 20_000_000

/**
 * Refuses a document that its YAML aliases make endless, or far larger than its text: a few lines can stand for billions of values,
 * and the import visits each of them.
 */
export const refuseEndlessAliases = (root: unknown): void => {
  const counts = new Map<object, number | undefined>()
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1
    const size = counts.get(value)
    if (size !== undefined) return size
    if (counts.has(value)) throw new Error('its YAML aliases refer to themselves')
    counts.set(value, undefined)
    let sum = 1
    for (const member of Object.values(value)) sum += count(member)
    counts.set(value, sum)
    return sum
  }
  if (count(root) > mostValues) throw new Error(`its YAML aliases stand for more than ${mostValues} values`)
}
