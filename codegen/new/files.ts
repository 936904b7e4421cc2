import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askedFile } from '@patchbay/core/schema'
import { type SourceFile, SyntaxKind } from 'ts-morph'
import core from '../../core/package.json' with { type: 'json' }
import { printValue } from '../source/print.ts'
import { parseSource } from '../source/source-file.ts'

/** A provider that works as it is. Its comments explain the contract to a new author, and its test runs with all tests. */
const template = join(import.meta.dirname, 'template')

/** The same with a sign-in and files, and with a vendor to try it on. Its items are the template's. */
const oauthTemplate = join(import.meta.dirname, 'oauth-template')

/** The files of a new provider, by name: those of the template, with its own id and title. */
export const buildPluginFiles = (id: string): Readonly<Record<string, string>> => ({
  'package.json': packageJson(id, makeTitle(id), ownFiles),
  'index.ts': nameProvider(readText(template, 'index.ts'), id, makeTitle(id)),
  'items.ts': readText(template, 'items.ts'),
  [`${id}.test.ts`]: readText(template, 'template.test.ts'),
})

/** The files of a new provider that signs in by OAuth and takes files, and of the vendor on the author's own machine, which isn't published. */
export const buildOAuthPluginFiles = (id: string): Readonly<Record<string, string>> => {
  const read = (name: string): string =>
    readText(oauthTemplate, name).replaceAll('new-provider', id).replace('../template/', './')
  return {
    ...buildPluginFiles(id),
    'index.ts': nameProvider(read('index.ts'), id, makeTitle(id)),
    'files.ts': read('files.ts'),
    'people.ts': read('people.ts'),
    [`${id}.test.ts`]: read('template.test.ts'),
    'testing/vendor.ts': read('testing/vendor.ts'),
  }
}

/** The published files of a provider's code, without its tests, and the sentences that find its actions. */
export const ownFiles = ['*.ts', '!*.test.ts', askedFile] as const

/** The package of a provider. `files`: the published ones. */
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

const readText = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')

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
