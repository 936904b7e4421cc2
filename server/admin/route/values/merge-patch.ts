const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Applies a JSON merge patch (RFC 7396, section 2). Neither argument is changed. */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch
  const members = new Map<string, unknown>(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else members.set(name, mergePatch(members.get(name), value))
  }
  // fromEntries defines own members, even one named `__proto__`.
  return Object.fromEntries(members)
}
