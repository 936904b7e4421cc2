import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openSlice } from '@patchbay/core/imported'
import { findDocumentFile } from '../model/document-file.ts'

/** The types of a provider's document, which check its overlay; git ignores the folder. */
const typesFile = '.generated/document.ts'

/** The file in which earlier imports wrote the types, inside the repository. Overlays may still import it. */
const earlierFile = 'document.ts'

/** Writes the types of all documents in `providers/` that have changed. Returns what a person should know. */
export const writeAllDocumentTypes = async (root: string): Promise<string[]> => {
  const folder = join(root, 'providers')
  const ids = existsSync(folder) ? (await readdir(folder)).sort() : []
  const lines: string[] = []
  for (const id of ids) {
    if (findDocumentFile(join(folder, id))) lines.push(...(await writeDocumentTypes(join(folder, id), id)))
  }
  return lines
}

/** Writes the types of one provider's document, if it has changed. Returns what a person should know. */
export const writeDocumentTypes = async (folder: string, id: string): Promise<string[]> => {
  const bytes = await readFile(join(folder, findDocumentFile(folder) ?? 'document.json'))
  const head = `// Made of ${Bun.hash(bytes).toString(16)}\n`
  const path = join(folder, typesFile)
  const isEarlier = existsSync(join(folder, earlierFile))
  if (isEarlier || !existsSync(path) || !(await readFile(path, 'utf8')).startsWith(head)) {
    // Loaded only if needed, because ts-morph takes 0.3 s.
    const { documentTs } = await import('./document-types.ts')
    const text = documentTs(openSlice(bytes).all())
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, head + text)
    if (isEarlier) await writeFile(join(folder, earlierFile), text)
  }
  return isEarlier
    ? [
        `providers/${id}/${earlierFile} is made into ${typesFile} now: import Document from './${typesFile}', and delete ${earlierFile}`,
      ]
    : []
}
