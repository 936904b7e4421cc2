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

  get length(): number {
    return this.about.bytes
  }
}

/** A file of the store, sent in base64. */
export class StoredInBase64 {
  readonly length: number

  constructor(readonly file: StoredFile) {
    this.length = Math.ceil(file.about.bytes / 3) * 4
  }

  async *read(): AsyncGenerator<Uint8Array> {
    // Three bytes make four letters: what is left of a piece waits for the next one.
    let rest = Buffer.alloc(0)
    for await (const piece of await this.file.read()) {
      const all = Buffer.concat([rest, piece])
      const whole = all.length - (all.length % 3)
      if (whole > 0) yield Buffer.from(all.toString('base64', 0, whole))
      rest = all.subarray(whole)
    }
    if (rest.length > 0) yield Buffer.from(rest.toString('base64'))
  }
}

type BodyPart = Uint8Array | StoredFile | StoredInBase64

/** A body that holds files of the store. It is never in memory as a whole, and may be sent more than once. */
export class StreamedBody {
  /** In bytes. */
  readonly length: number

  constructor(readonly parts: readonly BodyPart[]) {
    this.length = parts.reduce((sum, part) => sum + part.length, 0)
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    for (const part of this.parts) {
      if (part instanceof Uint8Array) yield part
      else yield* await part.read()
    }
  }

  /** The body for people: each file by what tells its bytes from all others. */
  describe(): string {
    return this.parts
      .map((part) => {
        const file = part instanceof StoredInBase64 ? part.file : part
        if (!(file instanceof StoredFile)) return Buffer.from(file).toString()
        const { id, bytes, sha256 } = file.about
        return `(file ${id}, ${bytes} bytes, sha256 ${sha256})`
      })
      .join('')
  }
}
