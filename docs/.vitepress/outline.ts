import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageData } from 'vitepress'
import { root } from './pages.ts'

/** Gives a page the room of its outline where it has none to show: such a page is one wide table. */
export const useRoomOfOutline = ({ filePath, frontmatter }: PageData): void => {
  const headings = readFileSync(join(root, filePath), 'utf8').match(/^## /gm) ?? []
  if (headings.length < 2) frontmatter.aside = false
}
