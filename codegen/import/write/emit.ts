import { jsonText } from '@patchbay/core/imported'
import { digestOfDescriptions } from '../../model/descriptions.ts'
import type { Result } from '../convert/to-slice.ts'
import { type ImportFile, pinActions } from './import-file.ts'

/** An import's facts beside the document. */
export type ImportAbout = Pick<ImportFile, 'source' | 'digest' | 'choices' | 'guessed'>

export const buildImportFile = (result: Result, about: ImportAbout): ImportFile => ({
  ...about,
  descriptions: digestOfDescriptions(result.slice),
  ...pinActions(result.actions),
})

export const importJson = (file: ImportFile): string => jsonText(file, ['choices', 'actions'])

export const indexTs = `export { default } from './overlay.ts'\n`
