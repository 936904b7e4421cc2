import type { Fetcher } from '@patchbay/core/fetch'
import type { Differences } from '@patchbay/core/imported'
import { importWithAnswers } from './decided.ts'
import { createLeftOutList } from './read/left-out.ts'
import { readDocument } from './read/read.ts'
import { inVersion3 } from './read/version-3.ts'
import { compareSlices } from './write/changes.ts'
import { readImportedSlice } from './write/earlier-import.ts'
import { readImportFile } from './write/import-file.ts'

const none: Differences = { added: [], removed: [], changed: [] }

/**
 * The differences between the published document and the import. The new import is made in memory, with the names and
 * choices of the earlier one. Rejects with Error that says why the document can't be read.
 */
export const compareDocument = async (folder: string, id: string, fetcher: Fetcher): Promise<Differences> => {
  const [earlier, before] = [readImportFile(folder), readImportedSlice(folder)]
  if (!earlier?.source.startsWith('https://') || !before) throw new Error(`${folder} has no import from an https URL`)
  const leftOut = createLeftOutList()
  const read = await readDocument(earlier.source, leftOut, fetcher)
  if (read.digest === earlier.digest) return none
  const { result } = await importWithAnswers(await inVersion3(read.root, leftOut), { id }, earlier, undefined)
  return compareSlices(before, result.slice)
}
