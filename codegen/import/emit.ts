import type { Slice, SliceAction } from '@patchbay/core/imported'
import { storedSlice } from '@patchbay/core/imported'
import { digestOfDescriptions } from './descriptions.ts'
import { type ImportFile, pinned } from './import-file.ts'
import type { Result } from './to-slice.ts'

/** An object with each member on a line of its own: small, and a change shows where it is. */
const lines = (members: Readonly<Record<string, unknown>>): string => {
  const all = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return all.length === 0 ? '{}' : `{\n${all.join(',\n')}\n}`
}

/** An object whose members `broken` have a line for each of their own. */
const json = (value: object, broken: readonly string[]): string => {
  const all = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(
      ([name, member]) => `${JSON.stringify(name)}:${broken.includes(name) ? lines(member) : JSON.stringify(member)}`,
    )
  return `{\n${all.join(',\n')}\n}\n`
}

export const documentJson = (slice: Slice): string => json(storedSlice(slice), ['actions', 'schemas', 'parameters'])

/** Names come from outside: they reach code as JSON only, which TypeScript reads as the same string. */
const memberOf = ([name, { params }]: [string, SliceAction]): string => {
  const names = Object.keys(params).map((parameter) => JSON.stringify(parameter))
  return `  ${JSON.stringify(name)}: ${names.join('|') || 'never'}`
}

/** Types of the document for the overlay. */
export const documentTs = ({
  actions,
}: Slice): string => `// Made by \`bun run codegen import\`: change overlay.ts instead.

/** The actions of document.json, and their parameters. */
export interface Document {
${Object.entries(actions).map(memberOf).join('\n')}
}
`

export const importFileOf = (result: Result, about: Pick<ImportFile, 'source' | 'digest' | 'choices'>): ImportFile => ({
  ...about,
  descriptions: digestOfDescriptions(result.slice),
  actions: Object.fromEntries(result.actions.map((one) => [one.name, pinned(one)])),
})

export const importJson = (file: ImportFile): string => json(file, ['choices', 'actions'])

export const indexTs = `export { default } from './overlay.ts'\n`
