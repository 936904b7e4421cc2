import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsIn, releasedPlaces } from './anchors.ts'
import { linkedPages, map, pages, readPage, root } from './pages.ts'

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
    const isThere = existsSync(join(root, file)) && (anchor === undefined || anchorsIn(readPage(file)).includes(anchor))
    return !isThere
  })
  expect(broken).toEqual([])
})

test('the map links to every page of the folder, and the README to the map', () => {
  const inFolder = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md') && join('docs', file) !== map)
  expect(inFolder.map((file) => join('docs', file)).filter((page) => !linkedPages(map).includes(page))).toEqual([])
  expect(linkedPages('README.md')).toContain(map)
})

test('places that a released page had are still there, or say where they have moved', () => {
  const gone = [...releasedPlaces()].flatMap(([page, anchors]) => {
    if (!existsSync(join(root, page))) return [page]
    const now = anchorsIn(readPage(page))
    return anchors.filter((anchor) => !now.includes(anchor)).map((anchor) => `${page}#${anchor}`)
  })
  expect(gone).toEqual([])
  expect(releasedPlaces().size).toBeGreaterThan(40)
})
