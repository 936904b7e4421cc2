import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeThrown } from '@patchbay/core/errors'

/** The folder of a project's generated code; git ignores it. */
export const generatedFolder = 'server/generated'

/**
 * The file with all generated code. It is one file because a file can be replaced at once: a process that starts meanwhile reads
 * the old code or the new code, never parts of both.
 */
export const registryFile = 'registry.js'

/** The same file for the provider that only `--demo` registers. */
export const demoRegistryFile = 'demo-registry.js'

/** The summary of the plugins that git tracks: generated in the folder, and copied to the project's root by `bun run codegen`. */
export const lockFile = 'providers.lock.json'

/** The OpenAPI document, and the one of the demo. */
export const openapiFile = 'openapi.json'
export const demoOpenapiFile = 'demo-openapi.json'

/** Every generated file. */
export const generatedFiles = [openapiFile, demoOpenapiFile, lockFile, demoRegistryFile, registryFile]

/** The registry's line that names the digest of its sources. */
export const formatDigestLine = (digest: string): string => `// Made of ${digest}`

/** True if a project's generated code was made from the sources with this digest. */
export const isGeneratedFrom = (root: string, digest: string): boolean => {
  const folder = join(root, generatedFolder)
  if (!generatedFiles.every((name) => existsSync(join(folder, name)))) return false
  try {
    return readFileSync(join(folder, registryFile), 'utf8').split('\n', 2)[1] === formatDigestLine(digest)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Replaces the files, in their order. Throws Error if the folder can't be written. */
export const writeGenerated = async (root: string, files: ReadonlyMap<string, string>): Promise<void> => {
  const folder = join(root, generatedFolder)
  let temporary: string | undefined
  try {
    await mkdir(folder, { recursive: true })
    temporary = await mkdtemp(join(folder, '.made-'))
    for (const [name, text] of files) await writeFile(join(temporary, name), text)
    for (const name of files.keys()) await rename(join(temporary, name), join(folder, name))
  } catch (error) {
    const what = `${generatedFolder} is older than its sources and can't be written (${describeThrown(error)})`
    throw new Error(
      `${what}: run \`npx bun run codegen\` where it can be written, or build the image, whose build does`,
    )
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true })
  }
}
