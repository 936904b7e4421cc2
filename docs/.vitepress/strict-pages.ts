/** The gateway's policy for pages allows no script and no style in a page: VitePress writes two scripts and a few styles into each. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base } from './pages.ts'

/** The scripts that stood in pages, by the names of their files; the same in each page. */
const moved = new Map<string, string>()

/** The page with its scripts as files. What the styles say, the scripts of the page set again, or the theme says. */
export const moveScripts = (html: string): string =>
  html
    .replaceAll(/<script id="([\w-]+)">([\s\S]*?)<\/script>/g, (_, id: string, code: string) => {
      moved.set(`${id}.js`, code)
      return `<script src="${base}${id}.js"></script>`
    })
    .replaceAll(/(<[^>]*?) style="[^"]*"/g, '$1')

export const writeMovedFiles = (folder: string, others: Readonly<Record<string, string>>): void => {
  for (const [name, text] of [...moved, ...Object.entries(others)]) writeFileSync(join(folder, name), text)
}
