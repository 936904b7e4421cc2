import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SourceFile, SyntaxKind } from 'ts-morph'
import core from '../../core/package.json' with { type: 'json' }
import { printValue } from '../source/print.ts'
import { parseSource } from '../source/source-file.ts'

/** A provider that works as it is. Its comments explain the contract to a new author, and its test runs with all tests. */
const template = join(import.meta.dirname, 'template')

/** The files of a new provider, by name: those of the template, with its own id and title. */
export const buildPluginFiles = (id: string): Readonly<Record<string, string>> => ({
  'package.json': packageJson(id, makeTitle(id), ownFiles),
  'index.ts': nameProvider(readTemplate('index.ts'), id, makeTitle(id)),
  'items.ts': readTemplate('items.ts'),
  [`${id}.test.ts`]: readTemplate('template.test.ts'),
})

/** What is published of a provider's own code: no tests. */
export const ownFiles = ['*.ts', '!*.test.ts'] as const

/** The package of a provider. `files`: those that are published. */
export const packageJson = (id: string, title: string, files: readonly string[]): string =>
  `${JSON.stringify(
    {
      name: `@patchbay/provider-${id}`,
      version: '0.1.0',
      description: `${title} for Patchbay`,
      license: 'MIT',
      type: 'module',
      exports: { '.': './index.ts' },
      files,
      /** Every version of core with this contract. */
      peerDependencies: { '@patchbay/core': `^${core.version}` },
    },
    null,
    2,
  )}\n`

const readTemplate = (name: string): string => readFileSync(join(template, name), 'utf8')

const makeTitle = (id: string): string =>
  id
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

const nameProvider = (text: string, id: string, title: string): string => {
  const source = parseSource('index.ts', text)
  setMember(source, 'id', id)
  setMember(source, 'title', title)
  return source.getFullText()
}

/** Gives a member of the provider another text. */
const setMember = (source: SourceFile, name: string, value: string): void => {
  const member = source.getDescendantsOfKind(SyntaxKind.PropertyAssignment).find((one) => one.getName() === name)
  if (!member) throw new Error(`the template of a provider has no member ${name}`)
  member.setInitializer(printValue(value))
}
