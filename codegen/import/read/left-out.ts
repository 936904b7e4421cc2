/** Something of a document that the import doesn't keep. */
export interface LeftOut {
  readonly what: 'operation' | 'parameter' | 'credential' | 'schema' | 'part'
  /** Its place: a JSON pointer (RFC 6901) into the document in version 3. */
  readonly pointer: string
  readonly reason: string
}

/** Records what is left out. The same thing may be reached in several ways, and is reported once. */
export interface LeftOutList {
  readonly all: readonly LeftOut[]
  add(what: LeftOut['what'], pointer: string, reason: string): void
}

export const createLeftOutList = (): LeftOutList => {
  const all: LeftOut[] = []
  const keys = new Set<string>()
  return {
    all,
    add(what, pointer, reason) {
      const key = `${what} ${pointer} ${reason}`
      if (keys.has(key)) return
      keys.add(key)
      all.push({ what, pointer, reason })
    },
  }
}
