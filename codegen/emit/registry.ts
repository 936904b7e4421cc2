import { dirname } from 'node:path'
import { buildSurface, surfaceText } from '@patchbay/core/imported'
import { formatDigestLine } from '../model/generated-folder.ts'
import { type ImportedPlugin, isImported, type Plugin } from '../model/plugin.ts'
import { checksText } from './checks.ts'
import { createImports, generatedBanner, type Imports } from './javascript.ts'

/** The text of `server/generated/registry.js`: the domains sorted by id, with everything that is generated for them. */
export const registryText = (plugins: readonly Plugin[], digest: string): string => {
  const imports = createImports()
  imports.add('declaredSource', '@patchbay/core/schema')
  const entries = plugins.map((plugin) => entry(plugin, imports))
  const providers = plugins.map(
    ({ provider, specifier }) => `import ${variable(provider.id)} from ${JSON.stringify(specifier)}\n`,
  )
  const madeActions = plugins.some(isImported) ? `\nconst made = ${imports.add('createMadeActions', imported)}()\n` : ''
  return `${generatedBanner}\n${formatDigestLine(digest)}\n${imports.text()}${providers.join('')}${madeActions}\nexport const registry = [\n${entries.join('')}]\n`
}

const imported = '@patchbay/core/imported'

/** The source of a document's actions, behind those that are written by hand. */
const importedText = ({ provider, document }: ImportedPlugin, written: string, imports: Imports): string => {
  const source = imports.add('importedSource', imported)
  const read = readerText('readSlice', imported, document.file, imports)
  const surface = JSON.stringify(surfaceText(buildSurface(provider, document.slice)))
  return `${source}({\nprovider: ${variable(provider.id)},\nwritten: ${written},\nsurface: ${surface},\nread: ${read},\nmade,\n})`
}

const sourceText = (plugin: Plugin, imports: Imports): string => {
  const { provider } = plugin
  const written = `declaredSource(${variable(provider.id)}, ${checksText(provider, imports)})`
  return isImported(plugin) ? importedText(plugin, written, imports) : written
}

/** The reader of a plugin's file. A bundle has the registry in another folder, so the file isn't found by that of the module. */
const readerText = (reader: string, module: string, file: string, imports: Imports): string =>
  `${imports.add(reader, module)}(${imports.add('projectRoot', '../project-root.ts')} + ${JSON.stringify(`/${file}`)})`

const entry = (plugin: Plugin, imports: Imports): string => {
  const { provider, package: name, version, asked } = plugin
  const sentences = asked && `\nasked: ${readerText('readAsked', '@patchbay/core/schema', asked.file, imports)},`
  return `{
provider: ${variable(provider.id)},
package: ${JSON.stringify(name)},
version: ${JSON.stringify(version)},
source: ${sourceText(plugin, imports)},${isImported(plugin) ? `\nfolder: ${JSON.stringify(dirname(plugin.document.file))},` : ''}${sentences ?? ''}
},
`
}

/** A variable for each id, and never a reserved word: `google-drive` becomes `google_drive_provider`. */
const variable = (id: string): string => `${id.replaceAll('-', '_')}_provider`
