import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './pages.ts'

const sourceOf = (id: string): string => {
  const overlay = join(root, 'providers', id, 'overlay.ts')
  return readFileSync(existsSync(overlay) ? overlay : join(root, 'providers', id, 'index.ts'), 'utf8')
}

/** The pages of the vendor that the comments on a plugin's authentication link. */
export const authenticationLinks = (id: string): string[] => {
  const source = sourceOf(id)
  const from = source.search(/^ {2}(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n {2})?(settings|auth):/m)
  const links = source.slice(from, source.indexOf('probe:')).match(/https:\/\/[^\s*,;'`]+/g) ?? []
  // An address of each account, such as `https://<site>.atlassian.net`, is no page.
  const pages = links.filter((link) => source.includes(` ${link}`) && URL.canParse(link))
  return [...new Set(pages)].map((link) => link.replace(/[.:]$/, ''))
}

/** Notes in a plugin's comments: `To know:` and, for facts on no public page of the vendor, `Not confirmed:`. */
export const notesOf = (id: string): string[] => {
  const notes = [...sourceOf(id).matchAll(/^[ /*]+(?:To know|(Not confirmed)): (.+?)(?: \*\/)?$/gm)]
  const lines = notes.map(
    ([, unsure, text = '']) =>
      `- ${unsure ? 'Not confirmed by the vendor: ' : ''}${text.replace(/(https:\S+?)(?=[.,;)]?(\s|$))/g, '<$1>')}`,
  )
  return lines.length > 0 ? ['## To know', '', ...lines, ''] : []
}
