import openapiTS, { astToString } from 'openapi-typescript'
import { banner } from './source-file.ts'

/**
 * `server/generated/openapi.d.ts`: types for a client. It passes text, not nodes: openapi-typescript and ts-morph have
 * different versions of TypeScript.
 */
export const openapiTypes = async (document: string): Promise<string> => {
  const nodes = await openapiTS(document, { silent: true })
  return `${banner}\n\n${astToString(nodes)}`
}
