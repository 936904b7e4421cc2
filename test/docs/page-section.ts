import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** `markdown` with `text` between the marks `<!-- name:begin -->` and `<!-- name:end -->`. Throws Error without them. */
const withSection = (markdown: string, name: string, text: string, page: string): string => {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [before, after] = [markdown.indexOf(begin), markdown.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`${page} lacks the marks ${begin} and ${end}`)
  return `${markdown.slice(0, before + begin.length)}\n${text}\n${markdown.slice(after)}`
}

/** Puts what a script measured or generated between the marks of a page. */
export const writeSection = async (page: string, name: string, text: string): Promise<void> => {
  const path = join(root, page)
  await Bun.write(path, withSection(await Bun.file(path).text(), name, text, page))
}

/** Whether the section is `text` already. */
export const hasSection = async (page: string, name: string, text: string): Promise<boolean> => {
  const markdown = await Bun.file(join(root, page)).text()
  return withSection(markdown, name, text, page) === markdown
}
