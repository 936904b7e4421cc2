import { commonRun, jsonText, type Slice } from '@patchbay/core/imported'
import { digestOfDescriptions } from './descriptions.ts'
import { type ImportFile, pinned } from './import-file.ts'
import type { Result } from './to-slice.ts'

/** `list_items` needs no quotes. Names come from outside: others reach code as JSON only, which TypeScript reads as the same string. */
const key = (name: string): string => (/^[a-z]\w*$/i.test(name) ? name : JSON.stringify(name))

const words = (names: readonly string[]): string => JSON.stringify(names.join(' '))

/** Types of the document for the overlay: the parameters of an action in one text. */
export const documentTs = ({ actions }: Slice): string => {
  const all = Object.entries(actions).map(([name, { params }]) => ({ name, params: Object.keys(params) }))
  const common = commonRun(all.map(({ params }) => params))
  const lines = all.map(({ name, params }) => {
    const hasCommon = common.length > 0 && common.every((one) => params.includes(one))
    const own = hasCommon ? params.filter((one) => !common.includes(one)) : params
    const types = [...(hasCommon ? ['Common'] : []), ...(own.length > 0 ? [words(own)] : [])]
    return `  ${key(name)}: ${types.join(' | ') || 'never'}`
  })
  return `// Made by \`bun run codegen import\`: change overlay.ts instead.
${common.length > 0 ? `\ntype Common = ${words(common)}\n` : ''}
/** The actions of document.json, and their parameters. */
export interface Document {
${lines.join('\n')}
}
`
}

export const importFileOf = (result: Result, about: Pick<ImportFile, 'source' | 'digest' | 'choices'>): ImportFile => ({
  ...about,
  descriptions: digestOfDescriptions(result.slice),
  ...pinned(result.actions),
})

export const importJson = (file: ImportFile): string => jsonText(file, ['choices', 'actions'])

export const indexTs = `export { default } from './overlay.ts'\n`
