import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** The path at which the gateway serves the site. */
export const base = '/docs/guide/'

/** The pages at the top of the repository, with their names on the site. */
const topPages: Readonly<Record<string, string>> = {
  'README.md': 'start.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'reporting.md',
  'CODE_OF_CONDUCT.md': 'conduct.md',
}

/** Not pages: what makes the site, and what is made. */
const ours = /^(\.vitepress|node_modules|site)\//

/** Each page of the site, by the Markdown file that it is made of, from the root of the repository. */
export const findPages = (): ReadonlyMap<string, string> => {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !ours.test(path))
    .toSorted()
    .map((path) => [`docs/${path}`, path === 'README.md' ? 'index.md' : path] as const)
  return new Map([...Object.entries(topPages), ...inDocs])
}

/** Folders whose Markdown isn't for the site. */
export const findOtherFolders = (): readonly string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'docs')
    .map(({ name }) => `${name}/**`)
