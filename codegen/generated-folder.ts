import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '@patchbay/core/errors'

/** Where a project's generated code is; git ignores it. */
export const generatedFolder = 'server/generated'

/**
 * The file with all code. One file, as a file is replaced at once: a process that starts meanwhile reads the old one or the
 * new one, never parts of both.
 */
export const registryFile = 'registry.js'

/** The same for the provider that only `--demo` registers. */
export const demoRegistryFile = 'demo-registry.js'

/** What of the plugins is tracked: made in the folder, and copied to the project's root by `bun run codegen`. */
export const lockFile = 'providers.lock.json'

/** The registry's line that says what it was made of. */
export const madeOf = (digest: string): string => `// Made of ${digest}`

/** Whether the generated code of a project was made of the sources with this digest. */
export const isMadeOf = (root: string, digest: string): boolean => {
  try {
    return readFileSync(join(root, generatedFolder, registryFile), 'utf8').split('\n', 2)[1] === madeOf(digest)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Replaces the files, in their order. Throws Error where the folder can't be written. */
export const writeGenerated = async (root: string, files: ReadonlyMap<string, string>): Promise<void> => {
  const folder = join(root, generatedFolder)
  try {
    await mkdir(folder, { recursive: true })
    const made = await mkdtemp(join(folder, '.made-'))
    for (const [name, text] of files) await writeFile(join(made, name), text)
    for (const name of files.keys()) await rename(join(made, name), join(folder, name))
    await rm(made, { recursive: true })
  } catch (error) {
    const what = `${generatedFolder} is older than its sources and can't be written (${reasonOf(error)})`
    throw new Error(`${what}: run \`bun run codegen\` where it can be written, or build the image, whose build does`)
  }
}
