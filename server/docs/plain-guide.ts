import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CompressedFile, compressFile } from '../http/compressed-file.ts'
import { htmlType } from './served-files.ts'

/** The pages at the top of the repository, by what the guide calls them. */
const topPages = { start: 'README', changelog: 'CHANGELOG', contributing: 'CONTRIBUTING', reporting: 'SECURITY' }

/** The path of each Markdown file and picture, by its path in the guide. */
const findFiles = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const top = Object.entries(topPages).map(([path, name]) => [path, join(folder, `../${name}.md`)] as const)
  const all = await readdir(folder, { recursive: true })
  const own = all
    .filter((path) => /\.(md|png|gif)$/.test(path) && !/(^|\/)(\.|node_modules\/|site\/)/.test(path))
    .map((path) => [path === 'README.md' ? '' : path.replace(/\.md$/, ''), join(folder, path)] as const)
  return new Map([...own, ...top])
}

/** The address of a link's target in the guide; `undefined`: it leads to a file that isn't a page. */
const followLink = (files: ReadonlyMap<string, string>, file: string, href: string): string | undefined => {
  if (/^([a-z]+:|#)/i.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = join(dirname(file), decodeURI(path))
  const page = [...files].find(([, path]) => path === target)
  return page && `/docs/guide/${page[0]}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Markdown as HTML that the policy of pages allows, with links that lead to pages. Markup in the text is shown as text, as on GitHub. */
const renderMarkdown = (files: ReadonlyMap<string, string>, file: string, text: string): string => {
  const ownComments = /^<!--.*-->$/gm
  const options = { headings: { ids: true }, noHtmlBlocks: true, noHtmlSpans: true } as const
  const follow = (element: HTMLRewriterTypes.Element, attribute: string): void => {
    const followed = followLink(files, file, element.getAttribute(attribute) ?? '')
    if (followed === undefined) element.removeAndKeepContent()
    else element.setAttribute(attribute, followed)
  }
  return new HTMLRewriter()
    .on('a', { element: (link) => follow(link, 'href') })
    .on('img', { element: (picture) => follow(picture, 'src') })
    .on('pre, table', {
      element: (block) => {
        block.setAttribute('tabindex', '0')
      },
    })
    .transform(Bun.markdown.html(text.replaceAll(ownComments, ''), options))
}

/** The list of all pages, which is the first one. */
const renderMap = (files: ReadonlyMap<string, string>, folder: string, text: string): string => {
  const items = [...text.matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)\)/g)].map(([, title = '', href = '']) => {
    const address = followLink(files, join(folder, 'README.md'), href) ?? ''
    return `<li><a href="${address}">${Bun.escapeHTML(title === 'README' ? 'Start' : title)}</a></li>`
  })
  return `<nav aria-label="Documentation"><ul>\n<li><a href="/docs">API reference</a></li>\n${items.join('\n')}\n</ul></nav>`
}

const renderPage = (title: string, map: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Bun.escapeHTML(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/guide.css">
</head>
<body>
${map}
<main>
${content}</main>
</body>
</html>
`

/**
 * The Markdown of `folder` as plain pages and its pictures, for a checkout where nobody has built the site: without its search and
 * colours. Each is made once, when somebody asks for it first. `undefined`: there is no such page.
 */
export const createPlainGuide = (folder: string) => {
  const compressed = new Map<string, Promise<CompressedFile>>()
  let listing: Promise<ReadonlyMap<string, string>> | undefined
  const make = async (files: ReadonlyMap<string, string>, file: string): Promise<CompressedFile> => {
    const bytes = await readFile(file)
    if (!file.endsWith('.md')) return compressFile(file.endsWith('.gif') ? 'image/gif' : 'image/png', bytes)
    const text = bytes.toString()
    const map = renderMap(files, folder, await readFile(join(folder, 'README.md'), 'utf8'))
    const title = /^# (.+)$/m.exec(text)?.[1] ?? 'Patchbay'
    return compressFile(htmlType, Buffer.from(renderPage(title, map, renderMarkdown(files, file, text))))
  }
  return async (path: string): Promise<CompressedFile | undefined> => {
    listing ??= findFiles(folder).catch(() => new Map())
    const files = await listing
    const file = files.get(path)
    if (file === undefined) return undefined
    const making = compressed.get(path) ?? make(files, file)
    compressed.set(path, making)
    return making
  }
}
