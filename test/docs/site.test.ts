import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeAgentTexts } from '../../docs/.vitepress/agent-texts.ts'
import { checkLinks } from '../../docs/.vitepress/check-links.ts'
import { withTabs } from '../../docs/.vitepress/code-tabs.ts'
import { makeHome } from '../../docs/.vitepress/home.ts'
import { breakPaths, followLink, withoutMarkup } from '../../docs/.vitepress/markdown.ts'
import { useRoomOfOutline } from '../../docs/.vitepress/outline.ts'
import { findPages } from '../../docs/.vitepress/pages.ts'
import { readSidebar } from '../../docs/.vitepress/sidebar.ts'
import { moveScripts } from '../../docs/.vitepress/strict-pages.ts'
import { temporaryFolder } from '../gateway.ts'
import { map, readPage } from './pages.ts'

/** The making of the site; the release's test reads it in a browser. */

type MarkdownRenderer = Parameters<typeof withoutMarkup>[0]
type PageData = Parameters<typeof makeHome>[0]

test.each([
  ['a page beside it', 'docs/calls.md', 'access.md#patterns', '/access.md#patterns'],
  ['a page above', 'docs/providers/jira.md', '../connect.md', '/connect.md'],
  ['the map', 'README.md', 'docs/README.md', '/index.md'],
  ['the README', map, '../README.md#start', '/start.md#start'],
  ['a file that is no page', 'docs/deployment.md', '../deploy/nginx.conf', null],
  ['a folder', 'README.md', 'deploy', null],
])('a link to %s leads there, or is none', (_, file, href, expected) => {
  expect(followLink(file, href)).toBe(expected)
})

test('a link to a page that is not there is refused', () => {
  expect(() => followLink('docs/calls.md', 'nothing.md')).toThrow('docs/calls.md links to nothing.md')
})

test('the sidebar has the sections and the pages of the map, in its order', () => {
  const sidebar = readSidebar()
  expect(sidebar.map(({ text }) => text)).toEqual(['Begin', 'Use it', 'Run it', 'Extend it', 'Look inside'])
  expect(sidebar[0]?.items?.[0]).toEqual({ text: 'Start', link: '/start.md' })
  expect(sidebar[3]?.items?.[0]).toEqual({ text: 'Your first provider', link: '/first-provider.md' })
})

test('a page has neither a script nor a style of its own', () => {
  const page = '<html><script id="check-dark-mode">run()</script><p style="color: red">style="kept"</p></html>'
  expect(moveScripts(page)).toBe(
    '<html><script src="/docs/guide/check-dark-mode.js"></script><p>style="kept"</p></html>',
  )
})

test('a dead link fails the build, by its page and its heading', () => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'providers'))
  writeFileSync(join(folder, 'calls.html'), '<h2 id="errors">Errors</h2><a href="#nowhere">x</a>')
  const links = ['calls', 'calls#errors', 'calls#faults', 'gone'].map((link) => `<a href="/docs/guide/${link}">x</a>`)
  writeFileSync(join(folder, 'providers/jira.html'), links.join(''))
  expect(() => checkLinks(folder)).toThrow(
    [
      'dead links:',
      'calls links to calls#nowhere',
      'providers/jira links to calls#faults',
      'providers/jira links to gone#',
    ].join('\n'),
  )
})

test('programs in a row that have names are tabs; others stay below each other', () => {
  const named = '```ts [TypeScript]\none()\n```\n\n```python [Python]\none()\n```\n'
  expect(withTabs(`Do it:\n\n${named}\nThen.`)).toBe(`Do it:\n\n::: code-group\n\n${named}\n:::\n\nThen.`)
  const plain = '```ts\none()\n```\n\n```sh\nrun\n```\n'
  expect(withTabs(plain)).toBe(plain)
})

/** What the site makes of one piece of a page. */
const render = (rule: 'html_inline' | 'code_inline', content: string): string => {
  const escapeText = Bun.escapeHTML
  const code = (tokens: readonly { readonly content: string }[]) =>
    `<code v-pre="">${escapeText(tokens[0]?.content ?? '')}</code>`
  const md = {
    renderer: { rules: { code_inline: code } },
    utils: { escapeHtml: escapeText },
  } as unknown as MarkdownRenderer
  withoutMarkup(md)
  breakPaths(md)
  const [token, options] = [{ content }, {}] as unknown as [never, never]
  return md.renderer.rules[rule]?.([token], 0, options, {}, md.renderer) ?? ''
}

test.each([
  ['html_inline', '<a id="deciding">', '<a id="deciding">'],
  ['html_inline', '</a>', '</a>'],
  ['html_inline', '<br>', '<br>'],
  ['html_inline', '<tenant>', '&lt;tenant&gt;'],
  ['html_inline', '<a href="javascript:x">', '&lt;a href=&quot;javascript:x&quot;&gt;'],
  ['code_inline', 'GET /admin/<id>', '<code v-pre="">GET /<wbr>admin/<wbr>&lt;id&gt;</code>'],
  ['code_inline', 'operator', '<code v-pre="">operator</code>'],
] as const)('of %s, %s becomes %s', (rule, content, expected) => {
  expect(render(rule, content)).toBe(expected)
})

test('a page without an outline has its room', () => {
  const frontmatterOf = (filePath: string) => {
    const page = { filePath, frontmatter: {} } as unknown as PageData
    useRoomOfOutline(page)
    return page.frontmatter
  }
  expect(frontmatterOf('docs/admin-routes.md')).toEqual({ aside: false })
  expect(frontmatterOf('docs/connect.md')).toEqual({})
})

const asMade = (relativePath: string): PageData => {
  const page = { relativePath, frontmatter: { outline: 2 } } as unknown as PageData
  makeHome(page)
  return page
}

test('the home page begins with the slogan of the README and its first sentence, and leads to pages that are there', () => {
  const { frontmatter } = asMade('index.md')
  expect(frontmatter).toMatchObject({ outline: 2, layout: 'home', hero: { name: 'Patchbay' } })
  const { text, tagline, actions } = frontmatter.hero
  const readme = readPage('README.md').replaceAll('\n', ' ')
  expect(readme).toContain(`**${text}**`)
  expect(text.split(' ').length).toBe(5)
  expect(tagline).toMatch(/^Patchbay is .{40,}\.$/)
  expect(readme).toContain(tagline)
  expect(frontmatter.features.map(({ title }: { title: string }) => title)).toEqual([
    'Connect',
    'Call',
    'Give to assistants',
  ])
  const pages = new Set(findPages().values())
  const links = [...actions, ...frontmatter.features].map(({ link }: { link: string }) => `${link.slice(1)}.md`)
  expect(links).toHaveLength(6)
  expect(links.filter((link) => !pages.has(link))).toEqual([])
})

test('another page is as it was', () => {
  expect(asMade('calls.md').frontmatter).toEqual({ outline: 2 })
})

test('each page lies beside itself as it is written, for agents, and a list names all', () => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const pages = [...findPages()]
  for (const [, page] of pages) mkdirSync(join(folder, dirname(page)), { recursive: true })
  writeAgentTexts(folder)
  for (const [file, page] of pages)
    expect(readFileSync(join(folder, page.replace(/\.md$/, '.txt')), 'utf8')).toBe(readPage(file))
  const list = readFileSync(join(folder, 'llms.txt'), 'utf8')
  expect(list).toContain('- [Connect accounts](/docs/guide/connect.txt)')
  expect(list.match(/^- \[/gm)).toHaveLength(pages.length)
})
