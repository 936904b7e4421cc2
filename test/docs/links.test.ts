import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { linkedPages, map, pages, readPage, root } from './pages.ts'

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (page: string): readonly string[] =>
  [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Links and images, but not what stands in a block of code. */
const linksIn = (page: string): readonly string[] =>
  [
    ...readPage(page)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/\]\((?!https?:)([^)\s]+)\)/g),
  ].map(([, link = '']) => link)

test.each(pages)('%s links to files and headings that are there', (page) => {
  const broken = linksIn(page).filter((link) => {
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    const isThere = existsSync(join(root, file)) && (anchor === undefined || anchorsIn(file).includes(anchor))
    return !isThere
  })
  expect(broken).toEqual([])
})

test('the map links to every page of the folder, and the README to the map', () => {
  const inFolder = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md') && join('docs', file) !== map)
  expect(inFolder.map((file) => join('docs', file)).filter((page) => !linkedPages(map).includes(page))).toEqual([])
  expect(linkedPages('README.md')).toContain(map)
})
