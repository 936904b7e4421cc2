import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeThrown } from '@patchbay/core/errors'
import { askedFile } from '@patchbay/core/schema'
import type { PluginSentences } from '../model/plugin.ts'

/** The sentences in a plugin's folder, not yet checked; `undefined`: it has none. Throws Error for a file that is no JSON. */
export const readAskedFile = async (root: string, folder: string): Promise<PluginSentences | undefined> => {
  const file = join(folder, askedFile)
  if (!existsSync(join(root, file))) return undefined
  try {
    return { file, sentences: JSON.parse(await readFile(join(root, file), 'utf8')) }
  } catch (error) {
    throw new Error(`${askedFile} can't be read as JSON (${describeThrown(error)})`)
  }
}
