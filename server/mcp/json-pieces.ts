/** A piece of a list or an object: the value, and its name with what stands around it. */
export interface Piece {
  readonly name: string
  readonly value: unknown
  /** Bytes of a comma, and of a member's name with its quotes and colon. */
  readonly around: number
}

/** Whether a value has pieces: a list or an object, and no number kept in its own digits. */
export const hasPieces = (value: unknown): value is Record<string, unknown> | readonly unknown[] =>
  typeof value === 'object' && value !== null && !JSON.isRawJSON(value)

export const piecesOf = (value: Record<string, unknown> | readonly unknown[]): Piece[] =>
  Array.isArray(value)
    ? value.map((item, index) => ({ name: String(index), value: item, around: 1 }))
    : Object.entries(value).map(([name, member]) => ({ name, value: member, around: jsonBytes(name) + 2 }))

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? 'null')

/**
 * Tells how many bytes the JSON of a value takes. What it has looked at it knows from then on, so that asking for a value
 * and again for each one inside of it looks at nothing twice.
 */
export const jsonSizes = (): ((value: unknown) => number) => {
  const known = new Map<unknown, number>()
  const sizeOf = (value: unknown): number => {
    if (!hasPieces(value)) return jsonBytes(value)
    const before = known.get(value)
    if (before !== undefined) return before
    let content = 0
    for (const piece of piecesOf(value)) content += sizeOf(piece.value) + piece.around
    // The brackets are two, and the last piece has no comma.
    const bytes = Math.max(2, content + 1)
    known.set(value, bytes)
    return bytes
  }
  return sizeOf
}
