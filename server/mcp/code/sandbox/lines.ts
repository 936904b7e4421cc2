/** Thrown where a line is longer than its reader takes. */
export class LineTooLongError extends Error {}

/** The lines of a stream, one after the other. Of a line that doesn't end, no more than `most` bytes are ever held. */
export async function* readLines(stream: ReadableStream<Uint8Array>, most: number): AsyncGenerator<string> {
  let parts: Uint8Array[] = []
  let held = 0
  for await (const chunk of stream) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, end))
      const line = Buffer.concat(parts).toString()
      ;[parts, held, from] = [[], 0, end + 1]
      yield line
    }
    held += chunk.length - from
    if (held > most) throw new LineTooLongError()
    if (from < chunk.length) parts.push(chunk.slice(from))
  }
}
