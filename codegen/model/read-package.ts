import { readFile } from 'node:fs/promises'

/** The members of package.json that codegen reads. */
export interface PackageJson {
  readonly name?: string
  readonly version?: string
  readonly exports?: unknown
  readonly main?: string
  readonly patchbay?: { readonly providers?: readonly string[] }
}

/** Rejects when the file is missing or isn't JSON. */
export const readPackage = async (file: string): Promise<PackageJson> =>
  JSON.parse(await readFile(file, 'utf8')) as PackageJson
