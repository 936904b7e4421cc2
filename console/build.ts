import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

type Files = Map<string, Uint8Array>

const isStyle = (name: string): boolean => name.endsWith('.css')

/**
 * The page loads one style sheet. Bun (1.4.5) writes one for each lazily loaded part, but no code that loads it.
 * The name of the joined sheet has the hash of all of them.
 */
const joinStyles = (files: Files): Files => {
  const page = new TextDecoder().decode(files.get('index.html'))
  const first = [...files.keys()].find((name) => isStyle(name) && page.includes(name))
  if (first === undefined) throw new Error('the page of the console has no style sheet')
  const others = [...files.keys()].filter((name) => isStyle(name) && name !== first).toSorted()
  const all = new Uint8Array(Buffer.concat([first, ...others].map((name) => files.get(name) ?? new Uint8Array())))
  const joined = `index-${Bun.hash(all).toString(36)}.css`
  const rest = [...files].filter(([name]) => !isStyle(name) && name !== 'index.html')
  return new Map([...rest, [joined, all], ['index.html', new TextEncoder().encode(page.replace(first, joined))]])
}

/** Builds the console's files: hashed names, nothing inline. Throws Error with what the bundler says. */
export const buildConsole = async (folder: string): Promise<Files> => {
  const { outputs } = await Bun.build({
    entrypoints: [join(folder, 'index.html')],
    target: 'browser',
    minify: true,
    splitting: true,
    publicPath: '/console/assets/',
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const files = outputs.map(async (output) => {
    const name = output.path.endsWith('.html') ? 'index.html' : basename(output.path)
    return [name, new Uint8Array(await output.arrayBuffer())] as const
  })
  return joinStyles(new Map(await Promise.all(files)))
}

/** Used when the image is built: `bun console/build.ts`. */
if (import.meta.main) {
  const dist = join(import.meta.dirname, 'dist')
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist)
  for (const [name, bytes] of await buildConsole(import.meta.dirname)) await writeFile(join(dist, name), bytes)
}
