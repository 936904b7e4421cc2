import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8')

/** The map of the documentation: its links are the reading order. */
export const map = 'docs/README.md'

/** The Markdown files that a page links to, from the root of the repository, each once. */
export const linkedPages = (page: string): readonly string[] => {
  const links = readPage(page).matchAll(/\]\((?!https?:)([^)#\s]+\.md)(?:#[^)]*)?\)/g)
  return [...new Set([...links].map(([, link = '']) => join(dirname(page), link)))]
}

/** A page for each MCP client. */
const clientPages = linkedPages('docs/mcp-clients.md').filter((page) => page.startsWith('docs/clients/'))

/** The pages that people read, in reading order: the README, the pages that the map names, those of the clients, and the rest at the top. */
export const pages: readonly string[] = [
  ...new Set(['README.md', map, ...linkedPages(map), ...clientPages, 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']),
]
