import { madeOf } from '../generated-folder.ts'
import type { Plugin } from '../plugin.ts'
import { checksText } from './checks.ts'
import { banner, createImports, type Imports } from './javascript.ts'

/** The text of `server/generated/registry.js`: the domains sorted by id, with everything that is generated for them. */
export const registryText = (plugins: readonly Plugin[], digest: string): string => {
  const imports = createImports()
  imports.add('declaredSource', '@patchbay/core/schema')
  const entries = plugins.map((plugin) => entry(plugin, imports))
  const providers = plugins.map(
    ({ provider, specifier }) => `import ${variable(provider.id)} from ${JSON.stringify(specifier)}\n`,
  )
  return `${banner}\n${madeOf(digest)}\n${imports.text()}${providers.join('')}\nexport const registry = [\n${entries.join('')}]\n`
}

const entry = ({ provider, package: name, version }: Plugin, imports: Imports): string => `{
provider: ${variable(provider.id)},
package: ${JSON.stringify(name)},
version: ${JSON.stringify(version)},
source: declaredSource(${variable(provider.id)}, ${checksText(provider, imports)}),
},
`

/** A variable for each id, and never a reserved word: `google-drive` becomes `google_drive_provider`. */
const variable = (id: string): string => `${id.replaceAll('-', '_')}_provider`
