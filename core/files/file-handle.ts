import { fileIdPattern, fileNamePattern, longestFileName } from '../provider/parameters.ts'

/** The value that a caller writes in place of a file's bytes. */
export interface FileHandle {
  readonly file_id: string
}

const form = new RegExp(fileIdPattern)
const nameForm = new RegExp(fileNamePattern)

/** True if a file can have this name. */
export const isFileName = (name: string): boolean => name.length <= longestFileName && nameForm.test(name)

/** True if a value names a file, and nothing else. */
export const isFileHandle = (value: unknown): value is FileHandle => {
  if (typeof value !== 'object' || value === null) return false
  const { file_id: id } = value as Readonly<Record<string, unknown>>
  return typeof id === 'string' && form.test(id) && Object.keys(value).length === 1
}
