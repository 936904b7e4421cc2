import { existsSync } from 'node:fs'
import { join } from 'node:path'
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

/**
 * The plugins with all that codegen makes of them, and with `demo` those that only the demo has before them. Throws Error with
 * what is wrong with a plugin.
 */
export const loadRegistry = async ({ demo = false } = {}): Promise<readonly Domain[]> => {
  await bringUpToDate()
  const { registry } = await import('./generated/registry.js')
  if (!demo) return registry
  const { registry: ofDemo } = await import('./generated/demo-registry.js')
  return [...ofDemo, ...registry]
}
