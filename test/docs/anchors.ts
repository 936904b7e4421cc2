import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The places in pages of released versions: a page and its anchors in each line. Links of readers lead there. */
const released = join(import.meta.dirname, 'released-anchors.txt')

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** The anchors of a page's text: of its headings, and those that stand where something has moved. */
export const anchorsIn = (text: string): readonly string[] => {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
  return [...headings, ...[...prose.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id)]
}

const pagesIn = (root: string): readonly string[] => [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !/^(?:\.vitepress|node_modules|site)\//.test(path))
    .map((path) => `docs/${path}`),
]

type Places = ReadonlyMap<string, readonly string[]>

/** The places in the pages of all released versions. */
export const releasedPlaces = (): Places => {
  const lines = existsSync(released) ? readFileSync(released, 'utf8').trim().split('\n') : []
  return new Map(
    lines.map((line) => {
      const [page = '', ...anchors] = line.split(' ')
      return [page, anchors]
    }),
  )
}

/** Adds the places in the pages of a checkout, that of a version that was released. */
export const recordPlaces = (root: string): void => {
  const places = new Map(releasedPlaces())
  for (const page of pagesIn(root)) {
    const now = anchorsIn(readFileSync(join(root, page), 'utf8'))
    places.set(page, [...new Set([...(places.get(page) ?? []), ...now])])
  }
  const lines = [...places].map(([page, anchors]) => [page, ...anchors].join(' ')).toSorted()
  writeFileSync(released, `${lines.join('\n')}\n`)
}
