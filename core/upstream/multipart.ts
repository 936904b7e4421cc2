import type { FileValue } from '../provider/index.ts'

const isFile = (value: unknown): value is FileValue =>
  typeof value === 'object' && value !== null && 'content' in value && 'media_type' in value

/** As browsers write them: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const quoted = (name: string): string =>
  `"${name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')}"`

interface Part {
  readonly head: string
  readonly content: string | Buffer
}

const partOf = (name: string, value: unknown): Part => {
  const disposition = `content-disposition: form-data; name=${quoted(name)}`
  if (isFile(value)) {
    const filename = value.filename ?? name
    return {
      head: `${disposition}; filename=${quoted(filename)}\r\ncontent-type: ${value.media_type}`,
      content: Buffer.from(value.content, 'base64'),
    }
  }
  if (typeof value === 'object') {
    return { head: `${disposition}\r\ncontent-type: application/json`, content: JSON.stringify(value) }
  }
  return { head: disposition, content: String(value) }
}

/**
 * A `multipart/form-data` body (RFC 7578) as bytes, and its type in the headers: a part for each member, for each item of
 * a list, JSON for what is an object. Made by hand since the platform's FormData can only be read as a promise.
 */
export const multipart = (
  members: Readonly<Record<string, unknown>>,
  headers: Record<string, string>,
): Uint8Array<ArrayBuffer> => {
  const boundary = `patchbay-${crypto.randomUUID()}`
  headers['content-type'] = `multipart/form-data; boundary=${boundary}`
  const chunks = Object.entries(members)
    .flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((item) => partOf(name, item)) : [partOf(name, value)],
    )
    .flatMap(({ head, content }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      typeof content === 'string' ? Buffer.from(content) : content,
      Buffer.from('\r\n'),
    ])
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
}
