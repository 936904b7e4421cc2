import openapiTS, { astToString } from 'openapi-typescript'
import { banner } from './source-file.ts'

/**
 * `server/generated/openapi.d.ts`: types for a client. Text in, text out: openapi-typescript brings a TypeScript of its
 * own, whose nodes ts-morph's wouldn't take.
 */
export const openapiTypes = async (document: string): Promise<string> => {
  const nodes = await openapiTS(document, { silent: true })
  return `${banner}\n\n${astToString(nodes)}`
}
