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

/** Tells if the section is `text` already. */
export const hasSection = async (page: string, name: string, text: string): Promise<boolean> => {
  const markdown = await Bun.file(join(root, page)).text()
  return withSection(markdown, name, text, page) === markdown
}

/** The rows of a section's table by their first cell, without its head. */
export const rowsOf = async (page: string, name: string): Promise<ReadonlyMap<string, string>> => {
  const markdown = await Bun.file(join(root, page)).text()
  const [, section = ''] = new RegExp(`<!-- ${name}:begin -->\n(.*?)<!-- ${name}:end -->`, 's').exec(markdown) ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('| '))
  return new Map(rows.slice(1).map((row) => [row.split(' | ', 1)[0]?.slice(2) ?? '', row]))
}
