import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Domain } from '@patchbay/core/schema'

const root = join(import.meta.dirname, '..')
const generated = (name: string): string => join(root, 'server/generated', name)
const codegen = join(root, 'codegen/up-to-date.ts')

interface Codegen {
  /** Returns how the plugins differ from `providers.lock.json`. */
  bringUpToDate(root: string): readonly string[]
}

interface Registered {
  readonly registry: readonly Domain[]
  /** For the operator. */
  readonly warnings: readonly string[]
}

/** In a source tree, what is missing or older than its sources is made now. The image has no codegen: its build made it. */
const bringUpToDate = async (): Promise<readonly string[]> => {
  if (!existsSync(codegen)) return []
  const { bringUpToDate }: Codegen = await import(codegen)
  return bringUpToDate(root)
}

const load = async (name: string): Promise<readonly Domain[]> => {
  const { registry }: Pick<Registered, 'registry'> = await import(generated(name))
  return registry
}

/**
 * The plugins with all that codegen makes of them, and with `demo` those that only the demo has before them. Throws Error with
 * what is wrong with a plugin. What is imported is no literal: the type checker and linters work without generated code.
 */
export const loadRegistry = async ({ demo = false } = {}): Promise<Registered> => {
  const differences = await bringUpToDate()
  if (!existsSync(generated('registry.js'))) {
    const who = '`bun run codegen` makes it in a source tree, and the build of the image runs that'
    throw new Error(`${generated('registry.js')} is missing: ${who}`)
  }
  const names = demo ? ['demo-registry.js', 'registry.js'] : ['registry.js']
  return {
    registry: (await Promise.all(names.map(load))).flat(),
    warnings: differences.map((difference) => `providers.lock.json is not that of the plugins: ${difference}`),
  }
}
