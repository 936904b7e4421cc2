import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { followLink } from './markdown.ts'
import { findPages, root } from './pages.ts'

type Item = DefaultTheme.SidebarItem

const map = 'docs/README.md'

const titleOf = (page: string): string => /^# (.+)$/m.exec(readFileSync(join(root, page), 'utf8'))?.[1] ?? page

/** The folders whose pages stand below the page that lists them. */
const folders: Readonly<Record<string, string>> = {
  'included-providers.md': 'providers/',
  'mcp-clients.md': 'clients/',
}

const itemsIn = (folder: string): Item[] =>
  [...findPages()].flatMap(([file, page]) =>
    page.startsWith(folder) ? [{ text: titleOf(file), link: `/${page}` }] : [],
  )

const itemOf = (text: string, href: string): Item => {
  const item: Item = { text: text === 'README' ? 'Start' : text, link: followLink(map, href) ?? '' }
  const folder = folders[href]
  return folder === undefined ? item : { ...item, collapsed: true, items: itemsIn(folder) }
}

/** The sections of the map of the documentation, with what each links to, in its order. */
export const readSidebar = (): Item[] => {
  const [intro = '', ...sections] = readFileSync(join(root, map), 'utf8').split(/^## /m)
  const linkedIn = (text: string): Item[] =>
    [...text.matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)\)/g)].map(([, title = '', href = '']) => itemOf(title, href))
  return [
    { text: 'Begin', items: linkedIn(intro) },
    ...sections.map((section) => ({ text: section.split('\n', 1)[0] ?? '', items: linkedIn(section) })),
  ]
}
