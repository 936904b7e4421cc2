import type { ArgDef, ArgsDef } from 'citty'
import { asHelp, type CommandOperation, type Described } from '../api/operations.ts'
import type { CommandInput } from './command.ts'

/** A command's own words for an option. Everything else comes from the OpenAPI document. */
export interface OptionWords {
  readonly description?: string
  readonly valueHint?: string
  readonly required?: boolean
}

export type OptionsWords = Readonly<Record<string, OptionWords | undefined>>

/** The API parameter of an option. */
export const toParameterName = (option: string): string => option.replaceAll('-', '_')

const findDescribed = (among: CommandOperation['query'], option: string): Described => {
  const described = among?.[toParameterName(option)]
  if (described) return described
  throw new Error(`api/operations.json has no ${toParameterName(option)}: run "npx bun run codegen"`)
}

const buildArg = ({ type, enum: options, description = '' }: Described, words: OptionWords): ArgDef => {
  const texts = { description: asHelp(description), ...words }
  if (type === 'boolean') return { type, ...texts } as ArgDef
  return options ? { type: 'enum', options: [...options], ...texts } : { type: 'string', ...texts }
}

/** Options for parameters or members of the document. */
export const buildOptions = (among: CommandOperation['query'], words: OptionsWords): ArgsDef =>
  Object.fromEntries(
    Object.entries(words).map(([option, own]) => [option, buildArg(findDescribed(among, option), own ?? {})]),
  )

/** Positional arguments: the names in braces, and further arguments of the command. */
export const buildPositionals = (
  template: string,
  { path }: CommandOperation,
  words: Readonly<Record<string, string>>,
): ArgsDef => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const entries = [...new Set([...names, ...Object.keys(words)])].map((name) => {
    const description = words[name] ?? asHelp(path?.[name]?.description ?? '')
    return [name, { type: 'positional', description } as const] as const
  })
  return Object.fromEntries(entries)
}

/** The given query parameters, as the URL writes them. */
export const readRouteQuery = (
  query: OptionsWords,
  { query: described }: CommandOperation,
  { text, flag }: CommandInput,
) =>
  Object.fromEntries(
    Object.keys(query).map((option) => {
      const isFlag = findDescribed(described, option).type === 'boolean'
      return [toParameterName(option), isFlag ? flag(option) || undefined : text(option)]
    }),
  )

/** The given members of the body. */
export const readMembers = (
  members: OptionsWords,
  { body: described }: CommandOperation,
  { text, list, number, flag }: CommandInput,
) =>
  Object.fromEntries(
    Object.keys(members).map((option) => {
      const { type } = findDescribed(described, option)
      const read = { array: list, integer: number, number, boolean: flag }[type] ?? text
      return [toParameterName(option), read(option)]
    }),
  )

/** The options of paginated lists. */
export const pageOptions = {
  limit: { valueHint: 'number', description: 'page size, 1 to 1000 (default: 100)' },
  cursor: { description: 'the cursor of the next page, as the previous page shows it' },
} as const
