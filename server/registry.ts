import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Domain } from '@patchbay/core/schema'
import { projectRoot } from './project-root.ts'

interface Codegen {
  bringUpToDate(root: string): unknown
}

/**
 * Run from its sources, as tests do, it makes generated code that is older than them anew. Who starts a bundle has done so, and the
 * image has no codegen: its build made the code.
 */
const bringUpToDate = async (): Promise<void> => {
  const codegen = join(projectRoot, 'codegen/up-to-date.ts')
  if (!import.meta.path.endsWith('.ts') || !existsSync(codegen)) return
  const { bringUpToDate }: Codegen = await import(codegen)
  bringUpToDate(projectRoot)
}

interface OwnPlugins {
  loadOwnPlugins(folder: string, taken: readonly string[]): Promise<readonly Domain[]>
}

/** The operator's own plugins: those in the folder that `PLUGINS_DIR` names. A bundle has what loads them beside it. */
const loadOwn = async (included: readonly Domain[]): Promise<readonly Domain[]> => {
  const folder = process.env.PLUGINS_DIR?.trim()
  if (!folder) return []
  const isBundled = !import.meta.path.endsWith('.ts')
  const loader = isBundled ? join(import.meta.dirname, 'own-plugins.js') : join(projectRoot, 'codegen/own-plugins.ts')
  const { loadOwnPlugins }: OwnPlugins = await import(loader)
  return loadOwnPlugins(
    resolve(folder),
    included.map(({ provider }) => provider.id),
  )
}

/** The plugins that this version includes. Throws Error with what is wrong with one. */
export const loadIncluded = async (): Promise<readonly Domain[]> => {
  await bringUpToDate()
  const { registry } = await import('./generated/registry.js')
  return registry
}

/**
 * The plugins with all that codegen makes of them, the operator's own, and with `demo` those that only the demo has before them. Throws
 * Error with what is wrong with a plugin.
 */
export const loadRegistry = async ({ demo = false } = {}): Promise<readonly Domain[]> => {
  const included = await loadIncluded()
  const registry = [...included, ...(await loadOwn(included))]
  if (!demo) return registry
  const { registry: ofDemo } = await import('./generated/demo-registry.js')
  return [...ofDemo, ...registry]
}
