import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenAPI3 } from 'openapi-typescript'
import { generatedFolder, openapiFile } from '../model/generated-folder.ts'

/** The gateway's own OpenAPI document; codegen must have made it. */
export const readOpenapi = async (root: string): Promise<OpenAPI3> =>
  JSON.parse(await readFile(join(root, generatedFolder, openapiFile), 'utf8'))

/** True if this install can make types: one with `--production` has no compiler, and needs no types. */
export const canMakeTypes = (): boolean => {
  try {
    return import.meta.resolve('openapi-typescript') !== ''
  } catch {
    return false
  }
}

/** The TypeScript types of an OpenAPI document, as openapi-fetch takes them. */
export const openapiTypes = async (document: OpenAPI3): Promise<string> => {
  // Loaded only if needed, because it takes half a second.
  const { default: openapiTs, astToString } = await import('openapi-typescript')
  return astToString(await openapiTs(document, { defaultNonNullable: false }))
}
