import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The documents from which a provider can be made: an OpenAPI document, or the tools of an MCP server. */
export const documentFiles = ['document.json', 'tools.json'] as const

export type DocumentFile = (typeof documentFiles)[number]

/** The name of the document in a provider's folder; `undefined` without one. */
export const findDocumentFile = (folder: string): DocumentFile | undefined =>
  documentFiles.find((name) => existsSync(join(folder, name)))
