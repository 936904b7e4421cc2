import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GatewayError } from '@patchbay/core/errors'
import { type CompressedFile, compressFile } from '../http/compressed-file.ts'

/** The files by their paths below `/console/assets/`; the page is `index.html`. */
export type BuiltFiles = ReadonlyMap<string, CompressedFile>

interface Builder {
  buildConsole(folder: string): Promise<ReadonlyMap<string, Uint8Array>>
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

const readBuilt = async (folder: string): Promise<ReadonlyMap<string, Uint8Array>> => {
  const names = await readdir(folder)
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)))
}

/** The image has the built files. A source tree has not: they are built once for the process. */
const findFiles = async (root: string): Promise<ReadonlyMap<string, Uint8Array>> => {
  const folder = join(root, 'console')
  const built = join(folder, 'dist')
  if (existsSync(built)) return readBuilt(built)
  const builder = join(folder, 'build.ts')
  if (!existsSync(builder)) throw new GatewayError('NOT_FOUND', 'This gateway was installed without the console')
  // No literal, so that nothing of the console is bundled, linted or loaded with the server.
  const { buildConsole }: Builder = await import(builder)
  return buildConsole(folder)
}

export const keepBuilt = (name: string, bytes: Uint8Array): Promise<CompressedFile> =>
  compressFile(types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream', bytes)

/** Finds the console's files when they are first asked for, and keeps them: about a megabyte. */
export const createBuiltFiles = (root: string): (() => Promise<BuiltFiles>) => {
  let files: Promise<BuiltFiles> | undefined
  const load = async (): Promise<BuiltFiles> =>
    new Map(
      await Promise.all(
        [...(await findFiles(root))].map(async ([name, bytes]) => [name, await keepBuilt(name, bytes)] as const),
      ),
    )
  return async () => {
    files ??= load()
    try {
      return await files
    } catch (error) {
      // The next request tries again.
      files = undefined
      throw error
    }
  }
}
