import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSliceText, openSlice, type Slice } from '@patchbay/core/imported'
import { findDocumentFile } from '../../model/document-file.ts'
import { type ImportFile, readImportFile } from './import-file.ts'

const documentIn = (folder: string): Buffer | undefined => {
  const name = findDocumentFile(folder)
  return name && readFileSync(join(folder, name))
}

/** `undefined`: the folder holds no document. Throws Error if another version of the import has made it. */
export const readImportedSlice = (folder: string): Slice | undefined => {
  const bytes = documentIn(folder)
  return bytes && openSlice(bytes).all()
}

/**
 * The files of an earlier import in the folder; `undefined`: there was none. The document may be kept out of the
 * repository, have an earlier form, or be damaged.
 */
export const earlierImport = (folder: string): { readonly file: ImportFile; readonly slice?: Slice } | undefined => {
  const [file, bytes] = [readImportFile(folder), documentIn(folder)]
  return file && { file, ...(bytes && isSliceText(bytes) && { slice: openSlice(bytes).all() }) }
}
