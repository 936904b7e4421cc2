import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/call.md', 'docs/concepts.md', 'docs/security.md']

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (page: string): readonly string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test.each(pages)('%s links to files and headings that are there', (page) => {
  const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
  expect(links).not.toEqual([])
  const broken = links.flatMap(([, link = '']) => {
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? join(root, page) : join(root, dirname(page), path)
    const isThere = existsSync(file) && (anchor === undefined || anchorsIn(file).includes(anchor))
    return isThere ? [] : [link]
  })
  expect(broken).toEqual([])
})
