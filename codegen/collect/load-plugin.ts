import { realpathSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeThrown } from '@patchbay/core/errors'
import { isSliceText, openSlice } from '@patchbay/core/imported'
import type { AnyProvider, ImportedProvider } from '@patchbay/core/provider'
import { findDocumentFile } from '../model/document-file.ts'
import type { Exported, Plugin, PluginDocument } from '../model/plugin.ts'
import type { Problem } from '../model/problem.ts'
import { readPackage } from '../model/read-package.ts'
import { loadProblems } from './load-problem.ts'
import { readAskedFile } from './read-asked-file.ts'

/** The places of a plugin's files; all but `specifier` are relative to the root. */
export type PluginCandidate = Pick<Plugin, 'file' | 'specifier' | 'folder'> & { readonly packageFile: string }

type Loaded =
  | { readonly plugin: Plugin; readonly problems?: never }
  | { readonly problems: readonly Problem[]; readonly plugin?: never }

const refuse = (file: string, message: string): Loaded => ({ problems: [{ file, message }] })

/** Imports a plugin and its package.json. Failures are returned as problems with their files, never thrown. */
export const loadPlugin = async (root: string, candidate: PluginCandidate): Promise<Loaded> => {
  const { specifier, folder, packageFile } = candidate
  try {
    const { name, version } = await readPackage(join(root, packageFile))
    if (!name || !version) return refuse(packageFile, 'needs a "name" and a "version": the registry lists both')
    const entry = resolveEntry(root, candidate)
    const file = folder === undefined ? withinRoot(root, entry, candidate.file) : candidate.file
    const own = folder === undefined ? ownCore(root, entry) : undefined
    if (own)
      return refuse(
        candidate.file,
        `brings a @patchbay/core of its own (${own}): name it under "peerDependencies" alone`,
      )
    const { modules, problems } = await loadFiles(root, folder, file, entry)
    if (problems.length > 0) return { problems }
    const provider = modules.get(file)?.default
    if (!isProvider(provider)) {
      return refuse(
        file,
        'has no provider as its default export: write `export default provider({ id, ..., actions })`',
      )
    }
    modules.delete(file)
    const beside = await readBeside(provider, root, dirname(file))
    const exported = listExports(modules)
    return { plugin: { provider, package: name, version, file, specifier, folder, exported, ...beside } }
  } catch (error) {
    return refuse(candidate.file, `can't be loaded: ${describeThrown(error)}`)
  }
}

const isOverDocument = (provider: AnyProvider): provider is ImportedProvider => provider.overlay !== undefined

/** The files beside a plugin's module: the document of an imported provider, and the sentences that ask for actions. Throws Error for one that can't be read. */
export const readBeside = async (
  provider: AnyProvider,
  root: string,
  folder: string,
): Promise<Pick<Plugin, 'document' | 'asked'>> => {
  const document = isOverDocument(provider) ? await readPluginDocument(root, folder) : undefined
  const asked = await readAskedFile(root, folder)
  return { ...(document && { document }), ...(asked && { asked }) }
}

/** Throws Error if an imported provider has no document beside it, or one that this version of the import didn't write. */
const readPluginDocument = async (root: string, folder: string): Promise<PluginDocument> => {
  const name = findDocumentFile(join(root, folder)) ?? 'document.json'
  const file = `${folder}/${name}`
  const bytes = await readFile(join(root, file))
  const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('base64')
  const reader = openSlice(bytes)
  if (!isSliceText(bytes)) {
    throw new Error(`${name} differs from what the import wrote (a merge?): run \`npx bun run codegen import\` again`)
  }
  return { slice: reader.all(), file, digest }
}

const resolveEntry = (root: string, { file, specifier, folder }: PluginCandidate): string =>
  folder === undefined ? createRequire(join(root, 'package.json')).resolve(specifier) : join(root, file)

/** A path as messages name it; `otherwise` if it lies outside of the root, as that of a linked package does. */
const withinRoot = (root: string, path: string, otherwise: string): string => {
  const file = relative(root, path)
  return file.startsWith('..') ? otherwise : file
}

/** A plugin's own copy of core, if it has one: the gateway would not know that copy's errors, and answer them with 500. */
const ownCore = (root: string, entry: string): string | undefined => {
  const coreFor = (file: string): string => realpathSync(createRequire(file).resolve('@patchbay/core/provider'))
  const own = coreFor(entry)
  return own === coreFor(join(root, 'package.json')) ? undefined : relative(root, own)
}

/** True if the value is close enough to a provider for the checks to name its problems. */
export const isProvider = (value: unknown): value is AnyProvider => {
  const { id, actions } = Object(value) as Record<string, unknown>
  return typeof id === 'string' && typeof actions === 'object' && actions !== null
}

type Module = Readonly<Record<string, unknown>>

/**
 * The modules of a plugin by file: its entry, and the other files of its folder, which show where an action is defined. Every
 * file is imported by itself, because importing the entry stops at the first file that fails.
 */
const loadFiles = async (root: string, folder: string | undefined, file: string, entry: string) => {
  const modules = new Map<string, Module>()
  const problems = new Map<string, Problem>()
  const paths = new Map([[file, entry]])
  for (const name of folder === undefined ? [] : await resourceFiles(root, folder)) {
    paths.set(name, join(root, name))
  }
  for (const [name, path] of paths) {
    try {
      modules.set(name, await import(pathToFileURL(path).href))
    } catch (error) {
      const loading = { root, provider: folder, files: [...paths.keys()], file: name }
      // A file that can't be loaded fails once by itself, and again in each file that imports it.
      for (const problem of loadProblems(loading, error)) problems.set(JSON.stringify(problem), problem)
    }
  }
  return { modules, problems: [...problems.values()] }
}

const resourceFiles = async (root: string, folder: string): Promise<string[]> => {
  const names = await readdir(join(root, 'providers', folder))
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
    .sort()
    .map((name) => `providers/${folder}/${name}`)
}

const listExports = (modules: ReadonlyMap<string, Module>): Exported[] =>
  [...modules].flatMap(([file, module]) => Object.entries(module).map(([name, value]) => ({ file, name, value })))
