import { GatewayError } from '@patchbay/core/errors'
import type { KeptFile } from '@patchbay/core/files'
import { type ShownPiece, splitText } from '@patchbay/core/shown-text'
import type { Reply } from '../http/exchange.ts'

interface HowToSend {
  /** The client that takes nothing for so long is given up. */
  readonly stalledMs: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Called when the client didn't take all of it. */
  readonly whenCut?: () => Promise<void>
}

/** A file is saved under a name that can be seen whole. No system takes a backslash or braces in a name as they are. */
const savedName = (name: string): string => {
  const writeEscape = ({ kind, text }: ShownPiece): string =>
    kind === 'plain'
      ? text
      : text.replace(/^\\u\{(.+)\}$/, (_, digits: string) => `(U+${digits.toUpperCase().padStart(4, '0')})`)
  return splitText(name).map(writeEscape).join('')
}

/** RFC 6266, with the name as RFC 8187 writes it. */
const disposition = (name: string | null): string =>
  name === null
    ? 'attachment'
    : `attachment; filename*=UTF-8''${encodeURIComponent(savedName(name)).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** A stream that the client's speed drives. */
const toStream = (bytes: AsyncIterable<Uint8Array>, whenCut?: () => Promise<void>): ReadableStream<Uint8Array> => {
  const source = bytes[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await source.next()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          await whenCut?.()
          // Bun prints errors that it gets here. The end of a download, or a missing file, is no fault to print.
          controller.error(error instanceof GatewayError && error.status < 500 ? undefined : error)
        }
      },
      async cancel() {
        await source.return?.()
        await whenCut?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** The bytes of a file as a download, with their digest (RFC 9530): no browser shows, runs or keeps them. */
export const sendFile = (
  { name, media_type, sha256 }: KeptFile,
  bytes: AsyncIterable<Uint8Array>,
  { headers, stalledMs, whenCut }: HowToSend,
): Reply => ({
  status: 200,
  body: toStream(bytes, whenCut),
  stalledMs,
  headers: {
    ...headers,
    'content-type': media_type,
    // Bun sends a stream without its length.
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    'content-disposition': disposition(name),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  },
})
