/** The rules that pages and READMEs of examples show in bodies: whoever copies one must not be refused for its form. */
import { parsePattern } from '@patchbay/core/access'
import { expect, test } from 'vitest'
import { pages, readPage, root } from './pages.ts'

const readmes = [...new Bun.Glob('examples/*/README.md').scanSync(root)]

/** Each pattern in a list of these members. A list that ends in dots or holds conditions shows its form elsewhere. */
const findPatterns = (page: string): readonly string[] =>
  [...readPage(page).matchAll(/"(?:allow|deny|ask|approve)": \[("[^\]{}…]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/"([^"]*)"/g)].map(([, pattern = '']) => pattern),
  )

test('every access pattern on a page is one', () => {
  const found = [...pages, ...readmes].flatMap((page) => findPatterns(page).map((pattern) => ({ page, pattern })))
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ pattern }) => parsePattern(pattern) === undefined)).toEqual([])
})
