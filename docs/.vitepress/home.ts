/** The home page: what the gateway is for and where to begin, above the map of the pages. GitHub shows the map alone. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageData } from 'vitepress'
import { root } from './pages.ts'

/** The README's slogan, and its first sentence. */
const readStart = (): readonly [slogan: string, sentence: string] => {
  const [, slogan = '', rest = ''] =
    /^\*\*(.+)\*\*$([\s\S]*)/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  const [, sentence = ''] = /^(Patchbay is [\s\S]+?\.)\s/m.exec(rest) ?? []
  return [slogan, sentence.replaceAll('\n', ' ')]
}

const features = [
  {
    title: 'Connect',
    details: 'A customer opens a link and signs in at the vendor. Nobody copies a secret.',
    link: '/let-customers-connect',
    linkText: 'A "Connect" button',
  },
  {
    title: 'Call',
    details: 'Every provider answers in the same form, with retries, limits, fresh tokens and an audit log behind it.',
    link: '/calls',
    linkText: 'Calls',
  },
  {
    title: 'Give to assistants',
    details: 'The same actions over MCP, within what a token may do, and with a yes of yours where it matters.',
    link: '/mcp-clients',
    linkText: 'MCP clients',
  },
]

export const makeHome = (page: PageData): void => {
  if (page.relativePath !== 'index.md') return
  const [text, tagline] = readStart()
  const actions = [
    { theme: 'brand', text: 'Get started', link: '/getting-started' },
    { theme: 'alt', text: 'Your first provider', link: '/first-provider' },
    { theme: 'alt', text: 'Production in 15 minutes', link: '/production' },
  ]
  page.frontmatter = {
    ...page.frontmatter,
    layout: 'home',
    hero: { name: 'Patchbay', text, tagline, actions },
    features,
  }
}
