import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { iconSets } from './icon-sets.ts'

type Files = Map<string, Uint8Array>

const assets = '/console/assets/'
const hash = (bytes: Uint8Array): string => Bun.hash(bytes).toString(36)
const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const toText = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)
const isStyle = (name: string): boolean => name.endsWith('.css')

interface Fonts {
  readonly styles: string
  readonly files: Files
}

/** Inter in one file a script: a browser loads those that it needs. Bun would write them into the style sheet. */
const buildFonts = async (): Promise<Fonts> => {
  const sheet = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/wght.css'))
  const files: Files = new Map()
  let styles = await readFile(sheet, 'utf8')
  for (const [url, path = ''] of styles.matchAll(/url\((\.\/files\/[^)]+)\)/g)) {
    const bytes = new Uint8Array(await readFile(join(dirname(sheet), path)))
    const name = basename(path).replace('.woff2', `-${hash(bytes)}.woff2`)
    files.set(name, bytes)
    styles = styles.replace(url, `url(${assets}${name})`)
  }
  return { styles, files }
}

/** The rules of a sheet, each once: Bun (1.4.5) repeats those of a shared part in the sheet of each part that uses it. */
const dropRepeatedRules = (styles: string): string => {
  const rules = new Set<string>()
  let [depth, begin] = [0, 0]
  for (let at = 0; at < styles.length; at++) {
    const sign = styles[at]
    if (sign === '{') depth++
    if (sign === '}') depth--
    if (depth > 0 || (sign !== '}' && sign !== ';')) continue
    rules.add(styles.slice(begin, at + 1).trim())
    begin = at + 1
  }
  return [...rules, styles.slice(begin).trim()].join('\n')
}

/**
 * The page loads one style sheet. Bun (1.4.5) writes one for each lazily loaded part, but no code that loads it.
 * The name of the joined sheet has the hash of all of them. The font is asked for with the page: text moves less when it comes early.
 */
const joinStyles = (files: Files, fonts: Fonts): Files => {
  const page = toText(files.get('index.html'))
  const first = [...files.keys()].find((name) => isStyle(name) && page.includes(name))
  if (first === undefined) throw new Error('the page of the console has no style sheet')
  const others = [...files.keys()].filter((name) => isStyle(name) && name !== first).toSorted()
  const all = toBytes(
    dropRepeatedRules([fonts.styles, ...[first, ...others].map((name) => toText(files.get(name)))].join('\n')),
  )
  const joined = `index-${hash(all)}.css`
  const latin = [...fonts.files.keys()].find((name) => name.startsWith('inter-latin-wght-'))
  const preload = `<link rel="preload" href="${assets}${latin}" as="font" type="font/woff2" crossorigin>`
  const html = page.replace(first, joined).replace('<link rel="stylesheet"', `${preload}<link rel="stylesheet"`)
  const rest = [...files].filter(([name]) => !isStyle(name) && name !== 'index.html')
  return new Map([...rest, ...fonts.files, [joined, all], ['index.html', toBytes(html)]])
}

/** Builds the console's files: hashed names, nothing inline. Throws Error with what the bundler says. */
export const buildConsole = async (folder: string): Promise<Files> => {
  const { outputs } = await Bun.build({
    entrypoints: [join(folder, 'index.html')],
    target: 'browser',
    minify: true,
    splitting: true,
    publicPath: assets,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    plugins: [iconSets],
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const files = outputs.map(async (output) => {
    const name = output.path.endsWith('.html') ? 'index.html' : basename(output.path)
    return [name, new Uint8Array(await output.arrayBuffer())] as const
  })
  return joinStyles(new Map(await Promise.all(files)), await buildFonts())
}

/** Used when the image is built: `bun console/build.ts`. */
if (import.meta.main) {
  const dist = join(import.meta.dirname, 'dist')
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist)
  for (const [name, bytes] of await buildConsole(import.meta.dirname)) await writeFile(join(dist, name), bytes)
}
