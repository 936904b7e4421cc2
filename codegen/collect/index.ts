import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from '../model/plugin.ts'
import type { Problem } from '../model/problem.ts'
import { readPackage } from '../model/read-package.ts'
import { loadPlugin, type PluginCandidate } from './load-plugin.ts'

/** The order in which names are visited. Only a test sets it, to show that the order doesn't matter. */
export type Arrange = (names: string[]) => string[]

interface Collected {
  /** The plugins, sorted by id. */
  readonly plugins: readonly Plugin[]
  readonly problems: readonly Problem[]
}

/**
 * The plugins of a project: the folders of `providers/`, and the installed packages named in the root package.json
 * under `"patchbay": {"providers": [...]}`. No other package is loaded, whatever its keywords.
 */
export const collectPlugins = async (root: string, arrange: Arrange = (names) => names): Promise<Collected> => {
  const candidates = await Promise.all([workspaces(root), installed(root)])
  const byFile = new Map(candidates.flat().map((candidate) => [candidate.file, candidate]))
  const plugins: Plugin[] = []
  const problems: Problem[] = []
  for (const file of arrange([...byFile.keys()])) {
    const candidate = byFile.get(file)
    if (!candidate) continue
    const loaded = await loadPlugin(root, candidate)
    if (loaded.problems) problems.push(...loaded.problems)
    else plugins.push(loaded.plugin)
  }
  return { plugins: plugins.sort(byId), problems: problems.sort((a, b) => compare(a.file, b.file)) }
}

/** The order by code units: that of `localeCompare` depends on the machine. */
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)
const byId = (a: Plugin, b: Plugin): number => compare(a.provider.id, b.provider.id) || compare(a.file, b.file)

const workspaces = async (root: string): Promise<PluginCandidate[]> => {
  const folder = join(root, 'providers')
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'package.json')))
    .map(({ name }) => ({
      folder: name,
      packageFile: `providers/${name}/package.json`,
      file: `providers/${name}/index.ts`,
      specifier: `../../providers/${name}/index.ts`,
    }))
}

const installed = async (root: string): Promise<PluginCandidate[]> => {
  const { patchbay } = await readPackage(join(root, 'package.json'))
  return (patchbay?.providers ?? []).map((name) => ({
    packageFile: `node_modules/${name}/package.json`,
    file: `node_modules/${name}`,
    specifier: name,
  }))
}
