/** The pages are written for GitHub. These rules make of them what the site, and the gateway's policy for pages, can take. */
import { dirname, join, relative } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { findPages, root } from './pages.ts'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

/** The anchor that GitHub makes of a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** Markup that stays markup: line breaks, comments, and the places that a link names. */
const isMarkup = (text: string): boolean => /^<(br|!--|a id="[\w-]+">|\/a>)/.test(text)

/**
 * Treats markup in texts as GitHub does, which shows line breaks and few others; `<id>` is a text here. Vue would
 * compute the content of `{{ }}`.
 */
export const withoutMarkup = (md: MarkdownRenderer): void => {
  const { html_inline, text } = md.renderer.rules
  md.renderer.rules.html_inline = (tokens, at, ...rest) => {
    const markup = tokens[at]?.content ?? ''
    return isMarkup(markup) ? (html_inline?.(tokens, at, ...rest) ?? markup) : md.utils.escapeHtml(markup)
  }
  md.renderer.rules.text = (tokens, at, ...rest) => (text?.(tokens, at, ...rest) ?? '').replaceAll('{{', '&#123;&#123;')
}

/** The policy of the gateway's pages allows no attribute `style`: the alignment of a column becomes a class. */
export const withoutStyles = (md: MarkdownRenderer): void => {
  md.core.ruler.push('without-styles', ({ tokens }) => {
    for (const token of tokens) {
      const [, side] = /text-align:(\w+)/.exec(token.attrGet('style') ?? '') ?? []
      if (side === undefined) continue
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
      token.attrJoin('class', `align-${side}`)
    }
  })
}

/** A path may be broken behind its slashes: in a table it would push the other columns out of the page. */
export const breakPaths = (md: MarkdownRenderer): void => {
  const { code_inline } = md.renderer.rules
  md.renderer.rules.code_inline = (...rule) => {
    const [opening = '', text = '', closing = ''] = (code_inline?.(...rule) ?? '').split(
      /(?<=^<code[^>]*>)|(?=<\/code>$)/,
    )
    return opening + text.replaceAll('/', '/<wbr>') + closing
  }
}

const pages = findPages()

/**
 * The address on the site of a file's link; `null` for a file that isn't a page. Throws Error if there is no such page.
 * The tests of the pages check that other files exist: an image is built without them.
 */
export const followLink = (file: string, href: string): string | null => {
  const [path = '', anchor] = href.split('#')
  const target = join(dirname(file), decodeURI(path)).replace(/\/$/, '')
  const page = pages.get(target)
  if (page !== undefined) return `/${page}${anchor === undefined ? '' : `#${anchor}`}`
  if (target.endsWith('.md')) throw new Error(`${file} links to ${href}, which is not there`)
  return null
}

/** Gives the link its place in the site. `false`: it leads to a file that isn't a page. */
const redirectLink = (file: string, link: Token): boolean => {
  const href = link.attrGet('href') ?? ''
  if (href === '' || /^([a-z]+:|#)/.test(href)) return true
  const followed = followLink(file, href)
  if (followed !== null) link.attrSet('href', followed)
  return followed !== null
}

const removeToken = (token: Token): void => {
  Object.assign(token, { type: 'text', content: '' })
}

const followLinksOf = (file: string, tokens: readonly Token[]): void => {
  let isPlain = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      isPlain = !redirectLink(file, token)
      if (isPlain) removeToken(token)
    } else if (token.type === 'link_close') {
      if (isPlain) removeToken(token)
      isPlain = false
    }
  }
}

/** Links to pages lead to them; files that aren't pages are named without a link, as a gateway doesn't have them. */
export const followLinks = (md: MarkdownRenderer): void => {
  md.core.ruler.push('follow-links', ({ tokens, env }) => {
    const file = relative(root, env.realPath ?? env.path)
    for (const { children } of tokens) if (children) followLinksOf(file, children)
  })
}
