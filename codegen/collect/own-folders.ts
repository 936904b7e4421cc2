import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeThrown } from '@patchbay/core/errors'
import * as contract from '@patchbay/core/provider'
import { checkPlugins } from '../check/index.ts'
import { readOperatorHosts } from '../model/operator-hosts.ts'
import type { Plugin } from '../model/plugin.ts'
import type { Problem } from '../model/problem.ts'
import { readPackage } from '../model/read-package.ts'
import { isProvider, readBeside } from './load-plugin.ts'

/** Gives plugins this process's own copy of the contract: the gateway doesn't recognise the errors of another copy. */
export const shareContract = (): void =>
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
  const beside = await readBeside(provider, folder, '.')
  return { provider, package: name, version, file, specifier: file, exported: [], ...beside }
}

/** The plugins' folders in a folder of an operator's own. */
export const findOwnFolders = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
    .toSorted()
}

/** Loads plugins, each from its folder, and checks them as codegen checks those of a checkout. `taken`: the ids of the included providers. */
export const checkOwnPlugins = async (
  folders: readonly string[],
  taken: readonly string[],
): Promise<{ readonly plugins: readonly Plugin[]; readonly problems: readonly Problem[] }> => {
  const plugins: Plugin[] = []
  const problems: Problem[] = []
  for (const path of folders) {
    try {
      plugins.push(await loadFrom(path))
    } catch (error) {
      problems.push({ file: path, message: `can't be loaded: ${describeThrown(error)}` })
    }
  }
  const again = plugins
    .filter(({ provider }) => taken.includes(provider.id))
    .map(({ file, provider: { id } }) => ({ file, message: `${id} is the id of an included provider: take another` }))
  return { plugins, problems: [...problems, ...again, ...checkPlugins(plugins, readOperatorHosts(process.env))] }
}
