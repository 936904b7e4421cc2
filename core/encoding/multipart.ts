import { invalid } from '../errors.ts'
import type { FileValue } from '../provider/index.ts'
import { isJsonObject } from '../provider/json-object.ts'
import { isMediaType } from './media-type.ts'
import { StoredFile, StreamedBody } from './streamed-body.ts'

const isFile = (value: unknown): value is FileValue => {
  const { content, media_type } = Object(value) as Readonly<Record<string, unknown>>
  return typeof content === 'string' && typeof media_type === 'string'
}

/** The type becomes a header, which a line break would split. */
export const requireMediaType = ({ media_type }: Pick<FileValue, 'media_type'>): string => {
  if (isMediaType(media_type)) return media_type
  throw invalid('', 'the media_type of a file must look like image/png')
}

/**
 * A name in the form of browsers:
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
 */
const quoted = (name: string): string =>
  `"${name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')}"`

interface MultipartPart {
  readonly head: string
  readonly content: string | Buffer | StoredFile
}

const buildPart = (name: string, value: unknown): MultipartPart => {
  const disposition = `content-disposition: form-data; name=${quoted(name)}`
  const fileHead = (file: Pick<FileValue, 'filename' | 'media_type'>): string =>
    `${disposition}; filename=${quoted(file.filename ?? name)}\r\ncontent-type: ${requireMediaType(file)}`
  if (value instanceof StoredFile) return { head: fileHead(value.about), content: value }
  if (isFile(value)) return { head: fileHead(value), content: Buffer.from(value.content, 'base64') }
  if (typeof value === 'object') {
    return { head: `${disposition}\r\ncontent-type: application/json`, content: JSON.stringify(value) }
  }
  return { head: disposition, content: String(value) }
}

/**
 * Makes a `multipart/form-data` body (RFC 7578), streamed where it holds files of the store, and writes its type into the headers.
 * Each member is a part, and so is each item of a list; objects are written as JSON, and null is no part. The platform's FormData isn't used because its bytes come as a promise.
 */
export const encodeMultipart = (
  members: Readonly<Record<string, unknown>>,
  headers: Record<string, string>,
): Uint8Array<ArrayBuffer> | StreamedBody => {
  if (!isJsonObject(members)) throw invalid('', 'a body of parts must be an object: its members are the parts')
  const boundary = `patchbay-${crypto.randomUUID()}`
  headers['content-type'] = `multipart/form-data; boundary=${boundary}`
  const chunks = Object.entries(members)
    .flatMap(([name, value]) => [value].flat().map((item) => [name, item] as const))
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => buildPart(name, value))
    .flatMap(({ head, content }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      typeof content === 'string' ? Buffer.from(content) : content,
      Buffer.from('\r\n'),
    ])
  const parts = [...chunks, Buffer.from(`--${boundary}--\r\n`)]
  const isInMemory = (part: Buffer | StoredFile): part is Buffer => !(part instanceof StoredFile)
  return parts.every(isInMemory) ? Buffer.concat(parts) : new StreamedBody(parts)
}
