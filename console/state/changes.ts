/** One member that a form changes: its path, and its old and new values as JSON. */
export interface MemberChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The differences between two JSON values. Lists are compared as a whole. */
export const changesBetween = (before: unknown, after: unknown, path = ''): readonly MemberChange[] => {
  if (isRecord(before) && isRecord(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) => changesBetween(before[name], after[name], path ? `${path}.${name}` : name))
  }
  const [was, becomes] = [JSON.stringify(before), JSON.stringify(after)]
  return was === becomes ? [] : [{ path, before: was, after: becomes }]
}
