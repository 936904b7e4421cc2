import { configurationTable, secretFileVariables } from '../../../server/configuration/help.ts'
import { codes, markdownTable } from './markdown-table.ts'

export const configuration = (): string =>
  markdownTable(
    ['variable', 'default', 'meaning'],
    configurationTable.map(({ variable, default: fallback, meaning }) => [variable, fallback, meaning]),
  )

export const secretFiles = (): string => codes(secretFileVariables)
