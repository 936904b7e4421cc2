import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { estimateHeight } from './page-height.ts'
import { readPage, root } from './pages.ts'

/** The most pixels that a page of the site has: beyond, readers lose their place. */
const mostPixels = 8000

const pages = readdirSync(`${root}/docs`, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md') && !/^(?:\.vitepress|node_modules|site)\//.test(path))
  .map((path) => `docs/${path}`)

test('no page is longer than 8,000 pixels', () => {
  expect(pages.filter((page) => estimateHeight(readPage(page)) > mostPixels)).toEqual([])
})

test.each([
  ['a paragraph of three lines', 'word '.repeat(50), 300, 400],
  ['a block of a hundred lines', `\`\`\`ts\n${'a()\n'.repeat(100)}\`\`\``, 2400, 2900],
  ['a table of fifty rows', `| a | b |\n|---|---|\n${'| one | two |\n'.repeat(50)}`, 2000, 2600],
  ['what is folded', `<details>\n<summary>a</summary>\n\n${'word\n\n'.repeat(99)}</details>`, 200, 400],
])('%s has about its height', (_, markdown, least, most) => {
  const height = estimateHeight(markdown)
  expect(height).toBeGreaterThan(least)
  expect(height).toBeLessThan(most)
})
