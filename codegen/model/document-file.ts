import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What a provider is made of: an OpenAPI document, or the tools of an MCP server. */
export const documentFiles = ['document.json', 'tools.json'] as const

export type DocumentFile = (typeof documentFiles)[number]

/** The file in a provider's folder; `undefined`: it has none. */
export const findDocumentFile = (folder: string): DocumentFile | undefined =>
  documentFiles.find((name) => existsSync(join(folder, name)))
