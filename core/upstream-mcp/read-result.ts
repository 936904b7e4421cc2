import { parseExact } from '../encoding/exact-json.ts'
import { isJsonObject } from '../provider/json-object.ts'

type Members = Readonly<Record<string, unknown>>

/** Bytes in a tool's result. */
interface ResultFile {
  readonly mediaType: string
  readonly bytes: Buffer
}

/** The content of a tool's result: JSON, or the bytes of its only content. */
export type ServerToolResult = { readonly isError: boolean } & (
  | { readonly json: string; readonly file?: never }
  | { readonly file: ResultFile; readonly json?: never }
)

const mostContents = 1000
const mediaTypeForm = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/

const readMediaType = (value: unknown): string =>
  typeof value === 'string' && mediaTypeForm.test(value) ? value.toLowerCase() : 'application/octet-stream'

/** The bytes of an image, a sound or a resource. */
const readFile = ({ type, data, mimeType, resource }: Members): ResultFile | undefined => {
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return { mediaType: readMediaType(mimeType), bytes: Buffer.from(data, 'base64') }
  if (type !== 'resource' || !isJsonObject(resource) || typeof resource.blob !== 'string') return undefined
  return { mediaType: readMediaType(resource.mimeType), bytes: Buffer.from(resource.blob, 'base64') }
}

/** The text of a content. A link is named and never followed. */
const readText = ({ type, text, resource, uri, title, name }: Members): string | undefined => {
  if (type === 'text' && typeof text === 'string') return text
  if (type === 'resource' && isJsonObject(resource) && typeof resource.text === 'string') return resource.text
  if (type !== 'resource_link' || typeof uri !== 'string') return undefined
  const label = [title, name].find((one) => typeof one === 'string')
  return label === undefined ? uri : `${label}: ${uri}`
}

/** A text that is JSON, as it is; any other as a JSON string. */
const toJson = (text: string): string => {
  try {
    return JSON.stringify(parseExact(text))
  } catch {
    return JSON.stringify(text)
  }
}

/** The JSON of a result but for its bytes: what the tool structured, or its text. */
const readMain = ({ structuredContent }: Members, texts: readonly string[]): string => {
  if (structuredContent !== undefined && structuredContent !== null) return JSON.stringify(structuredContent)
  const [first, ...others] = texts
  if (first === undefined) return 'null'
  return others.length === 0 ? toJson(first) : JSON.stringify(texts.join('\n'))
}

/** The contents of a result, which some servers give as one, or as a text. */
const readContents = ({ content }: Members): readonly Members[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return [content].flat().slice(0, mostContents).filter(isJsonObject)
}

/** Reads the result of a tool. `text`: its JSON. */
export const readResult = (text: string): ServerToolResult => {
  const message = Object(parseExact(text)) as Members
  // The form before the first revision.
  const result = isJsonObject(message.toolResult) && message.content === undefined ? message.toolResult : message
  const contents = readContents(result)
  const files = contents.map(readFile).filter((one) => one !== undefined)
  const texts = contents.map(readText).filter((one) => one !== undefined)
  const isError = result.isError === true
  const main = readMain(result, texts)
  const [file, ...others] = files
  if (!file) return { isError, json: main }
  if (others.length === 0 && main === 'null' && !isError) return { isError, file }
  const shown = files.map(({ mediaType, bytes }) => ({
    media_type: mediaType,
    bytes: bytes.length,
    content: bytes.toString('base64'),
  }))
  return { isError, json: `{"result":${main},"files":${JSON.stringify(shown)}}` }
}
