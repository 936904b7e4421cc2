import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPluginFiles } from '../../../codegen/new/files.ts'
import { root } from '../pages.ts'
import { markdownTable } from './markdown-table.ts'

const examples = 'test/packages/examples'

const linesIn = (text: string): number => text.trimEnd().split('\n').length

/** The names of actions: what a plugin's files define by `read` or `write`. */
const actionsIn = (text: string): number => text.match(/^export const \w+ = (read|write)\(/gm)?.length ?? 0

const row = (plugin: string, texts: Readonly<Record<string, string>>): (string | number)[] => {
  const sources = Object.entries(texts).filter(([name]) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const sizes = sources.map(([name, text]) => `\`${name}\` ${linesIn(text)}`)
  const sum = (count: (text: string) => number): number => sources.reduce((total, [, text]) => total + count(text), 0)
  return [plugin, sum(actionsIn), sizes.join(', '), sum(linesIn)]
}

const example = (id: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(root, examples, id))
      .toSorted()
      .map((name) => [name, readFileSync(join(root, examples, id, name), 'utf8')]),
  )

/** Sizes of plugins, without their package.json and their tests: the scaffold, and the examples that a test calls. */
export const pluginFiles = (): string =>
  markdownTable(
    ['plugin', 'actions', 'files and their lines', 'lines'],
    [
      row('what `codegen new` writes', buildPluginFiles('shelves')),
      row(`[notes](../${examples}/notes/index.ts), like Notion`, example('notes')),
      row(`[desk](../${examples}/desk/index.ts), like Zendesk`, example('desk')),
    ],
  )
