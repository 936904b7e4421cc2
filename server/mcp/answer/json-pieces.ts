/** An item of a list, or a member of an object with its name. */
export interface Piece {
  readonly name: string
  readonly value: unknown
  /** The bytes beside the value: a comma, and a member's name with its quotes and colon. */
  readonly around: number
}

/** True if a value is a list or an object that can be cut. A number that is kept as its digits is an object that can't. */
export const hasPieces = (value: unknown): value is Record<string, unknown> | readonly unknown[] =>
  typeof value === 'object' && value !== null && !JSON.isRawJSON(value)

export const splitIntoPieces = (value: Record<string, unknown> | readonly unknown[]): Piece[] =>
  Array.isArray(value)
    ? value.map((item, index) => ({ name: String(index), value: item, around: 1 }))
    : Object.entries(value).map(([name, member]) => ({ name, value: member, around: jsonBytes(name) + 2 }))

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? 'null')

/**
 * Measures how many bytes the JSON of a value takes. Sizes are remembered, so that measuring a value and then each value
 * inside it visits nothing twice.
 */
export const jsonSizes = (): ((value: unknown) => number) => {
  const sizes = new Map<unknown, number>()
  const measureSize = (value: unknown): number => {
    if (!hasPieces(value)) return jsonBytes(value)
    const before = sizes.get(value)
    if (before !== undefined) return before
    let content = 0
    for (const piece of splitIntoPieces(value)) content += measureSize(piece.value) + piece.around
    // The size of the pieces plus two brackets, minus the comma that the last piece doesn't have.
    const bytes = Math.max(2, content + 1)
    sizes.set(value, bytes)
    return bytes
  }
  return measureSize
}
