import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { followLink } from './markdown.ts'
import { findPages, root } from './pages.ts'

type Item = DefaultTheme.SidebarItem

const map = 'docs/README.md'

const titleOf = (page: string): string => /^# (.+)$/m.exec(readFileSync(join(root, page), 'utf8'))?.[1] ?? page

/** The pages of the providers stand below the page that lists them. */
const providerItems = (): Item[] =>
  [...findPages()].flatMap(([file, page]) =>
    page.startsWith('providers/') ? [{ text: titleOf(file), link: `/${page}` }] : [],
  )

const itemOf = (text: string, href: string): Item => {
  const item: Item = { text: text === 'README' ? 'Start' : text, link: followLink(map, href) ?? '' }
  return href === 'included-providers.md' ? { ...item, collapsed: true, items: providerItems() } : item
}

/** The sections of the map of the documentation, with what each links to, in its order. */
export const readSidebar = (): Item[] => {
  const [intro = '', ...sections] = readFileSync(join(root, map), 'utf8').split(/^## /m)
  const itemsIn = (text: string): Item[] =>
    [...text.matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)\)/g)].map(([, title = '', href = '']) => itemOf(title, href))
  return [
    { text: 'Begin', items: itemsIn(intro) },
    ...sections.map((section) => ({ text: section.split('\n', 1)[0] ?? '', items: itemsIn(section) })),
  ]
}
