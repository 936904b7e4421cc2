import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenAPI3 } from 'openapi-typescript'
import { collectPlugins } from '../collect/index.ts'
import { anyDocumentAction } from '../emit/openapi.ts'
import { isImported } from '../model/plugin.ts'
import { clientActions } from './actions.ts'
import { openapiTypes, readOpenapi } from './openapi-types.ts'
import { readTemplate } from './read-template.ts'

/**
 * The document whose bodies name actions by hand alone, where a provider has any: beside a body for any action, a misspelt one would fit.
 * All actions of such a provider have a module of their own.
 */
const byHand = (document: OpenAPI3): OpenAPI3 =>
  JSON.parse(JSON.stringify(document), (_, value) =>
    Array.isArray(value?.anyOf) && value.anyOf.at(-1)?.$ref === anyDocumentAction.$ref
      ? { oneOf: value.anyOf.slice(0, -1) }
      : value,
  )

/**
 * Writes a typed client of the gateway with its registered providers: `index.ts` and `types.ts`, and a module for each provider with
 * an imported document. Returns the names of the files.
 */
export const writeClient = async (root: string, out: string): Promise<readonly string[]> => {
  const { plugins } = await collectPlugins(root)
  const files = new Map([
    ['index.ts', readTemplate('index.ts')],
    ['types.ts', await openapiTypes(byHand(await readOpenapi(root)))],
  ])
  for (const plugin of plugins.filter(isImported)) files.set(`${plugin.provider.id}.ts`, await clientActions(plugin))
  await mkdir(out, { recursive: true })
  for (const [name, text] of files) await writeFile(join(out, name), text)
  return [...files.keys()]
}
