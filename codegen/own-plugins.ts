import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeThrown } from '@patchbay/core/errors'
import {
  buildSurface,
  createChecks,
  createMadeActions,
  importedSource,
  readSlice,
  surfaceText,
} from '@patchbay/core/imported'
import * as contract from '@patchbay/core/provider'
import { type Domain, declaredSource } from '@patchbay/core/schema'
import { checkPlugins } from './check/index.ts'
import { isOverDocument, isProvider, readPluginDocument } from './collect/load-plugin.ts'
import { readOperatorHosts } from './model/operator-hosts.ts'
import { isImported, type Plugin } from './model/plugin.ts'
import { type Problem, problemLine } from './model/problem.ts'
import { readPackage } from './model/read-package.ts'

/** What plugins import is this process's own copy of the contract: the gateway knows the errors of no other. */
const shareContract = (): void =>
  Bun.plugin({
    name: 'contract',
    setup(build) {
      build.module('@patchbay/core/provider', () => ({ loader: 'object', exports: { ...contract } }))
    },
  })

const findEntry = ({ exports, main = 'index.ts' }: { readonly exports?: unknown; readonly main?: string }): string => {
  const entry = typeof exports === 'object' && exports !== null ? Reflect.get(exports, '.') : exports
  return typeof entry === 'string' ? entry : main
}

/** Throws what a plugin's code throws while it is loaded, and Error for what is no plugin. */
const loadFrom = async (folder: string): Promise<Plugin> => {
  const { name, version, ...manifest } = await readPackage(join(folder, 'package.json'))
  if (!name || !version) throw new Error('package.json needs a "name" and a "version"')
  const file = join(folder, findEntry(manifest))
  const { default: provider }: { readonly default?: unknown } = await import(pathToFileURL(file).href)
  if (!isProvider(provider)) throw new Error(`${file} has no provider as its default export`)
  const document = isOverDocument(provider) ? await readPluginDocument(folder, '.') : undefined
  return { provider, package: name, version, file, specifier: file, exported: [], ...(document && { document }) }
}

const findFolders = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
    .toSorted()
}

/** The checks are made at run time: codegen writes them for the plugins of a checkout only. */
const buildDomain = (plugin: Plugin, made: ReturnType<typeof createMadeActions>): Domain => {
  const { provider, package: name, version } = plugin
  const checks = Object.entries(provider.actions).map(([action, one]) => [action, createChecks(action, one)] as const)
  const written = declaredSource(provider, Object.fromEntries(checks))
  if (!isImported(plugin)) return { provider, package: name, version, source: written }
  const surface = surfaceText(buildSurface(plugin.provider, plugin.document.slice))
  const read = readSlice(join(plugin.file, '..', 'document.json'))
  return {
    provider,
    package: name,
    version,
    source: importedSource({ provider: plugin.provider, written, surface, read, made }),
  }
}

/**
 * The plugins of a folder, each in a folder of its own, checked as codegen checks those of a checkout. Throws Error that says what is
 * wrong with them; `taken` are the ids of the included providers.
 * @public `server/registry.ts` imports it by a path that it makes, as a gateway without plugins of its own needs none of it
 */
export const loadOwnPlugins = async (folder: string, taken: readonly string[]): Promise<readonly Domain[]> => {
  shareContract()
  const plugins: Plugin[] = []
  const problems: Problem[] = []
  for (const path of await findFolders(folder)) {
    try {
      plugins.push(await loadFrom(path))
    } catch (error) {
      problems.push({ file: path, message: `can't be loaded: ${describeThrown(error)}` })
    }
  }
  const again = plugins
    .filter(({ provider }) => taken.includes(provider.id))
    .map(({ file, provider: { id } }) => ({ file, message: `${id} is the id of an included provider: take another` }))
  const all = [...problems, ...again, ...checkPlugins(plugins, readOperatorHosts(process.env))]
  if (all.length > 0) throw new Error(`PLUGINS_DIR is ${folder}:\n${all.map(problemLine).join('\n')}`)
  const made = createMadeActions()
  return plugins.map((plugin) => buildDomain(plugin, made))
}
