import type { FileValue } from './request.ts'

/** A file of the gateway's store, as core puts it into the parameters before the request is built. */
interface KeptFile {
  readonly about: { readonly filename?: string | undefined; readonly media_type: string; readonly bytes: number }
}

/** A parameter made by `file`: the id of a file that was sent before, its bytes in base64, or the file itself once core has found it. */
export type FileParameter = { readonly file_id: string } | FileValue | KeptFile

/** The facts about a file that vendors ask for. */
export interface FileFacts {
  readonly filename: string
  readonly media_type: string
  readonly bytes: number
}

const unknownFile: FileFacts = { filename: 'file', media_type: 'application/octet-stream', bytes: 0 }

/**
 * The name, media type and size of a file, for `request` and `before`. Before the file of an id is found, `request` is called once to check
 * the parameters, and gets the facts of no file.
 * @example const { filename, bytes } = aboutFile({ filename: 'a.txt', media_type: 'text/plain', content: 'SGVsbG8=' })
 */
export const aboutFile = (file: FileParameter): FileFacts => {
  if ('about' in file) return { ...unknownFile, ...file.about, filename: file.about.filename ?? unknownFile.filename }
  if (!('content' in file)) return unknownFile
  const { filename = unknownFile.filename, media_type, content } = file
  return { filename, media_type, bytes: Math.floor((content.replace(/=+$/, '').length * 3) / 4) }
}

/** Begins the texts that stand for files in a body: no caller can know it. */
const mark = `patchbay-file-${crypto.randomUUID()}`
let count = 0

/** A file whose bytes stand in a JSON body, in base64. */
export class FileInBase64 {
  /** The text that stands for the file until the body is sent. */
  readonly place = `${mark}-${count++}.`

  constructor(readonly file: FileParameter) {}

  toJSON(): string {
    return 'content' in this.file ? this.file.content : this.place
  }
}

/** True if a text of JSON may have the place of a file. */
export const mayHoldFile = (text: string): boolean => text.includes(mark)

/**
 * A file for a vendor that takes its bytes in JSON, in base64. Core streams them into the body.
 * @example const body = { name: 'a.txt', data: inBase64({ media_type: 'text/plain', content: 'SGVsbG8=' }) }
 */
export const inBase64 = (file: FileParameter): FileInBase64 => new FileInBase64(file)
