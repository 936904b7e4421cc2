/** Whether a value has pieces: a list or an object, and no number kept in its own digits. */
export const isContainer = (value: unknown): value is Record<string, unknown> | readonly unknown[] =>
  typeof value === 'object' && value !== null && !JSON.isRawJSON(value)

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? 'null')

/** Bytes of a member's name, its quotes and its colon. */
export const nameBytes = (name: string): number => jsonBytes(name) + 1

/**
 * Tells how many bytes the JSON of a value takes. What it has looked at it knows from then on, so that asking for a value
 * and again for each one inside of it looks at nothing twice.
 */
export const jsonSizes = (): ((value: unknown) => number) => {
  const known = new Map<unknown, number>()

  const contentBytes = (value: Record<string, unknown> | readonly unknown[]): number => {
    let bytes = 0
    if (Array.isArray(value)) for (const item of value) bytes += sizeOf(item) + 1
    else for (const [name, member] of Object.entries(value)) bytes += nameBytes(name) + sizeOf(member) + 1
    return Math.max(0, bytes - 1)
  }

  const sizeOf = (value: unknown): number => {
    if (!isContainer(value)) return jsonBytes(value)
    const before = known.get(value)
    if (before !== undefined) return before
    const bytes = contentBytes(value) + 2
    known.set(value, bytes)
    return bytes
  }
  return sizeOf
}
