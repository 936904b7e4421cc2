const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]))
}

/**
 * One text for all spellings of one JSON value: members in the order of their names. JSON.stringify does the rest of RFC
 * 8785 (its section 3.2.2 takes numbers and strings from ECMAScript), natively: the package for it costs five times that.
 */
export const canonical = (value: unknown): string => JSON.stringify(sorted(value))
