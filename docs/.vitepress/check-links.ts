import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { base } from './pages.ts'

const idsIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id))

/** The links of a page within the site, each as the target's name and an anchor. */
const linksIn = (name: string, html: string): readonly (readonly [page: string, anchor: string])[] =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].flatMap(([, href = '']) => {
    if (href.startsWith('#')) return [[name, href.slice(1)] as const]
    if (!href.startsWith(base)) return []
    const [path = '', anchor = ''] = href.slice(base.length).split('#')
    return [[decodeURI(path) || 'index', anchor] as const]
  })

/** Throws Error that names the links which lead to no page, or to no heading of it. */
export const checkLinks = (folder: string): void => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.html'))
    .map((path) => path.slice(0, -'.html'.length))
  const pages = new Map(names.map((name) => [name, readFileSync(join(folder, `${name}.html`), 'utf8')]))
  const ids = new Map([...pages].map(([name, html]) => [name, idsIn(html)]))
  const isDead = ([page, anchor]: readonly [string, string]): boolean =>
    !(ids.has(page) ? anchor === '' || ids.get(page)?.has(decodeURI(anchor)) : existsSync(join(folder, page)))
  const dead = [...pages].flatMap(([name, html]) =>
    linksIn(name, html)
      .filter(isDead)
      .map(([page, anchor]) => `${name} links to ${page}#${anchor}`),
  )
  if (dead.length > 0) throw new Error(`dead links:\n${[...new Set(dead)].join('\n')}`)
}
