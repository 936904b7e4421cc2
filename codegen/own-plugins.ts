import { join } from 'node:path'
import {
  buildSurface,
  createChecks,
  createMadeActions,
  importedSource,
  readSlice,
  surfaceText,
} from '@patchbay/core/imported'
import { type Domain, declaredSource, readAsked } from '@patchbay/core/schema'
import { checkOwnPlugins, findOwnFolders, shareContract } from './collect/own-folders.ts'
import { isImported, type Plugin } from './model/plugin.ts'
import { problemLine } from './model/problem.ts'

/** The checks are made at run time: codegen writes them for the plugins of a checkout only. */
const buildDomain = (plugin: Plugin, madeActions: ReturnType<typeof createMadeActions>): Domain => {
  const { provider, package: name, version, asked } = plugin
  const sentences = asked && { asked: readAsked(join(plugin.file, '..', asked.file)) }
  const checks = Object.entries(provider.actions).map(
    ([action, one]) => [action, () => createChecks(action, one)] as const,
  )
  const written = declaredSource(provider, Object.fromEntries(checks))
  if (!isImported(plugin)) return { provider, package: name, version, source: written, ...sentences }
  const surface = surfaceText(buildSurface(plugin.provider, plugin.document.slice))
  const read = readSlice(join(plugin.file, '..', plugin.document.file))
  return {
    provider,
    package: name,
    version,
    source: importedSource({ provider: plugin.provider, written, surface, read, made: madeActions }),
    ...sentences,
  }
}

/**
 * The plugins of a folder, each in a folder of its own, checked as codegen checks those of a checkout. Throws Error that says what is
 * wrong with them; `taken` are the ids of the included providers.
 * @public `server/registry.ts` imports it by a path that it makes, as a gateway without plugins of its own needs none of it
 */
export const loadOwnPlugins = async (folder: string, taken: readonly string[]): Promise<readonly Domain[]> => {
  shareContract()
  const { plugins, problems } = await checkOwnPlugins(await findOwnFolders(folder), taken)
  if (problems.length > 0) throw new Error(`PLUGINS_DIR is ${folder}:\n${problems.map(problemLine).join('\n')}`)
  const madeActions = createMadeActions()
  return plugins.map((plugin) => buildDomain(plugin, madeActions))
}
