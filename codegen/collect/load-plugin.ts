import { realpathSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { reasonOf } from '@patchbay/core/errors'
import type { AnyAction, AnyProvider } from '@patchbay/core/provider'
import type { Plugin } from '../plugin.ts'
import type { Problem } from '../problem.ts'
import { readPackage } from './read-package.ts'

/** Where a plugin should be; all paths but `specifier` are relative to the root. */
export type Candidate = Pick<Plugin, 'file' | 'specifier' | 'folder'> & { readonly packageFile: string }

type Loaded = { readonly plugin: Plugin } | { readonly problem: Problem }

/** Imports a plugin and its package.json. Failures are returned as a problem with the file's name, never thrown. */
export const loadPlugin = async (root: string, candidate: Candidate): Promise<Loaded> => {
  const { file, specifier, folder, packageFile } = candidate
  const refuse = (message: string, where = file): Loaded => ({ problem: { file: where, message } })
  try {
    const { name, version } = await readPackage(join(root, packageFile))
    if (!name || !version) return refuse('needs a "name" and a "version": the registry lists both', packageFile)
    const entry = entryOf(root, candidate)
    const own = folder === undefined ? ownCore(root, entry) : undefined
    if (own) return refuse(`brings a @patchbay/core of its own (${own}): name it under "peerDependencies" alone`)
    const { default: provider } = (await import(pathToFileURL(entry).href)) as { default?: unknown }
    if (!isProvider(provider)) {
      return refuse('has no provider as its default export: write `export default provider({ id, ..., actions })`')
    }
    const actionFiles = folder === undefined ? new Map<AnyAction, string>() : await findActions(root, folder)
    return { plugin: { provider, package: name, version, file, specifier, folder, actionFiles } }
  } catch (error) {
    return refuse(`can't be loaded: ${reasonOf(error)}`)
  }
}

const entryOf = (root: string, { file, specifier, folder }: Candidate): string =>
  folder === undefined ? createRequire(join(root, 'package.json')).resolve(specifier) : join(root, file)

/** A plugin's own copy of core, if it has one: the gateway would not know that copy's errors, and answer them with 500. */
const ownCore = (root: string, entry: string): string | undefined => {
  const coreFor = (file: string): string => realpathSync(createRequire(file).resolve('@patchbay/core/provider'))
  const own = coreFor(entry)
  return own === coreFor(join(root, 'package.json')) ? undefined : relative(root, own)
}

/** Whether the value is close enough to a provider for the checks to name its problems. */
const isProvider = (value: unknown): value is AnyProvider => {
  const { id, actions, auth } = Object(value) as Record<string, unknown>
  return typeof id === 'string' && isObject(actions) && Object.values(actions).every(isObject) && isObject(auth)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Which file of a plugin's folder exports which action, so that a problem can name the file to change. */
const findActions = async (root: string, folder: string): Promise<Map<AnyAction, string>> => {
  const at = join('providers', folder)
  const found = new Map<AnyAction, string>()
  for (const name of await readdir(join(root, at))) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name === 'index.ts') continue
    const exported: Record<string, unknown> = await import(pathToFileURL(join(root, at, name)).href)
    for (const value of Object.values(exported)) if (isObject(value)) found.set(value as AnyAction, `${at}/${name}`)
  }
  return found
}
