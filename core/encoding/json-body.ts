import { FileInBase64, mayHoldFile } from '../provider/request/file-value.ts'
import { StoredFile, StoredInBase64, StreamedBody } from './streamed-body.ts'

const listFiles = (value: unknown): readonly FileInBase64[] => {
  if (value instanceof FileInBase64) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listFiles) : []
}

/** A body of JSON, streamed where it holds files of the store in base64. */
export const encodeJsonBody = (body: unknown): string | StreamedBody => {
  const text = JSON.stringify(body)
  if (text === undefined || !mayHoldFile(text)) return text
  let rest = text
  const parts = listFiles(body).flatMap(({ file, place }) => {
    const end = rest.indexOf(place)
    if (end < 0) return []
    const before = Buffer.from(rest.slice(0, end))
    rest = rest.slice(end + place.length)
    return file instanceof StoredFile ? [before, new StoredInBase64(file)] : [before]
  })
  return new StreamedBody([...parts, Buffer.from(rest)])
}
