import { readlinkSync } from 'node:fs'
import { glob, mkdir, mkdtemp, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedFolder } from '../model/generated-folder.ts'
import { digestOfServer, digestOfSources } from '../model/sources.ts'

/** A link to the folder of the bundle that was made last. */
const link = 'bundle'
const nameBundleFolder = (digest: string): string => `${link}-${digest.slice(0, 16)}`

/** The older ones are kept for processes that run from them and haven't loaded all of them yet. */
const mostKept = 4

/** The driver looks for optional packages by itself, where it is installed. */
const external = ['mongodb']

/**
 * Bundles programs with all that they import into a folder; what they import on demand becomes files that are loaded on demand.
 * Throws AggregateError that names each import that leads to nothing.
 */
const bundleEntries = async (entries: readonly string[], folder: string): Promise<void> => {
  await Bun.build({
    entrypoints: [...entries],
    outdir: folder,
    target: 'bun',
    splitting: true,
    external,
    // Source maps would take 8 MB of each process. Without them a stack names functions, and lines of a bundle that can be read.
    sourcemap: 'none',
    naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]' },
  })
}

export const bundleEntry = (entry: string, folder: string): Promise<void> => bundleEntries([entry], folder)

/** The modules of the threads that the server starts. */
const threads = 'server/**/*-thread.ts'

/** Bundles one or several programs of the server, and beside them the modules of its threads: they are started from files of their own. */
export const bundleProgram = async (root: string, entry: string | readonly string[], folder: string): Promise<void> => {
  await bundleEntries([entry].flat(), folder)
  for await (const thread of glob(threads, { cwd: root })) await bundleEntry(join(root, thread), folder)
}

/** Shares its modules with the server: plugins of the operator's own get the same copy of the contract. */
const ownPlugins = 'codegen/own-plugins.ts'

/** Bundles programs of the server with its threads, and the programs that it starts as processes. */
export const bundleGateway = async (root: string, entries: readonly string[], folder: string): Promise<void> => {
  await bundleProgram(root, [...entries, join(root, ownPlugins)], folder)
  // The nightly watch starts it.
  await bundleEntry(join(root, 'codegen/import/compare-main.ts'), join(folder, 'import'))
  // It is started when code is run.
  await bundleEntry(join(root, 'server/mcp/code/sandbox/main.ts'), join(folder, 'code'))
  // It is started when the text of a PDF is read.
  await bundleEntry(join(root, 'server/mcp/files/pdf/main.ts'), join(folder, 'pdf'))
}

/** True if the server's bundle was made from these sources. */
export const isBundledFrom = (root: string, digest: string): boolean => {
  try {
    return readlinkSync(join(root, generatedFolder, link)) === nameBundleFolder(digest)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

const removeOld = async (generated: string): Promise<void> => {
  const names = (await readdir(generated)).filter((name) => name.startsWith(`${link}-`))
  const times = await Promise.all(names.map(async (name) => (await stat(join(generated, name))).mtimeMs))
  const sorted = names.map((name, i) => ({ name, time: times[i] ?? 0 })).sort((a, b) => b.time - a.time)
  for (const { name } of sorted.slice(mostKept)) await rm(join(generated, name), { recursive: true, force: true })
}

/**
 * Makes the server's bundle unless it is that of the sources. A process that starts meanwhile runs the old bundle or the new one.
 * Throws Error if a source changed meanwhile or the folder can't be written.
 */
export const bundleServer = async (root: string): Promise<void> => {
  const digestNow = (): string => digestOfServer(root, digestOfSources(root))
  const digest = digestNow()
  if (isBundledFrom(root, digest)) return
  const generated = join(root, generatedFolder)
  await mkdir(generated, { recursive: true })
  const folder = await mkdtemp(join(generated, '.bundle-'))
  try {
    await bundleGateway(root, [join(root, 'server/program.ts')], join(folder, 'files'))
    if (digestNow() !== digest) throw new Error('a source was changed while it was bundled; run it again')
    // Another process may have made the same.
    await rename(join(folder, 'files'), join(generated, nameBundleFolder(digest))).catch(ignoreExisting)
    await symlink(nameBundleFolder(digest), join(folder, link))
    await rename(join(folder, link), join(generated, link))
    await removeOld(generated)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const ignoreExisting = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
}
