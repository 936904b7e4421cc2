/** A file of the store in the body of a request: what is sent of it is read when it is sent. */
export class StoredFile {
  constructor(
    readonly about: {
      readonly id: string
      readonly filename: string | undefined
      readonly media_type: string
      readonly bytes: number
      /** In hex. */
      readonly sha256: string
    },
    /** Reads it from its beginning, each time. */
    readonly read: () => Promise<AsyncIterable<Uint8Array>>,
  ) {}
}

/** A body that holds files of the store. It is never in memory as a whole, and may be sent more than once. */
export class StreamedBody {
  /** In bytes. */
  readonly length: number

  constructor(readonly parts: readonly (Uint8Array | StoredFile)[]) {
    this.length = parts.reduce((sum, part) => sum + (part instanceof StoredFile ? part.about.bytes : part.length), 0)
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    for (const part of this.parts) {
      if (part instanceof StoredFile) yield* await part.read()
      else yield part
    }
  }

  /** The body for people: each file by what tells its bytes from all others. */
  describe(): string {
    return this.parts
      .map((part) => {
        if (!(part instanceof StoredFile)) return Buffer.from(part).toString()
        const { id, bytes, sha256 } = part.about
        return `(file ${id}, ${bytes} bytes, sha256 ${sha256})`
      })
      .join('')
  }
}
