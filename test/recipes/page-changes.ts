/**
 * The changes that a page shows, fenced as `diff`. `+++ <path>` begins a file, `@@` the next place in it; lines begin with a space where
 * they are in the file already, with `+` or `-` where they are added or removed. There are no numbers of lines: they would soon be wrong.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface FileChange {
  readonly path: string
  /** The places in the file, each as it is and as it becomes. Of a new file there is one, and nothing is there before. */
  readonly places: readonly { readonly before: string; readonly after: string }[]
}

const readPlace = (lines: readonly string[]) => {
  const keep = (marks: string): string =>
    lines.flatMap((line) => (marks.includes(line.charAt(0)) ? [`${line.slice(1)}\n`] : [])).join('')
  return { before: keep(' -'), after: keep(' +') }
}

const readFileChange = (text: string): FileChange => {
  const [path = '', ...lines] = text.trimEnd().split('\n')
  const places = lines
    .join('\n')
    .split(/^@@\n/m)
    .map((place) => readPlace(place.trimEnd().split('\n')))
  return { path, places }
}

/** The changes below a heading of the page. */
export const readChanges = (markdown: string, heading: string): readonly FileChange[] => {
  const [, section = ''] = markdown.split(`\n### ${heading}\n`)
  const [, diff = ''] = /^```diff\n([\s\S]*?)^```$/m.exec(section.split(/^##/m)[0] ?? '') ?? []
  return diff
    .split(/^\+\+\+ /m)
    .filter(Boolean)
    .map(readFileChange)
}

/** Makes the change in a folder. Throws Error where the file isn't as the page shows it. */
export const makeChange = (folder: string, { path, places }: FileChange): void => {
  const file = join(folder, path)
  let text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  for (const { before, after } of places) {
    const [start = '', ...rest] = before === '' ? ['', text] : `\n${text}`.split(`\n${before}`)
    if (rest.length !== 1) throw new Error(`CONTRIBUTING.md: ${path} has ${rest.length} places with\n${before}`)
    text = before === '' ? after + text : `${start}\n${after}${rest[0]}`.slice(1)
  }
  writeFileSync(file, text)
}
