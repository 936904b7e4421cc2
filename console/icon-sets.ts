import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BunPlugin } from 'bun'

/** A set of Iconify's: all its drawings in one file, so that the icons need no package of thousands of files. */
interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>
  readonly aliases: Readonly<Record<string, { readonly parent: string }>>
}

const readSet = async (url: string): Promise<IconSet> => JSON.parse(await readFile(fileURLToPath(url), 'utf8'))

const findBody = (set: IconSet, name: string): string => {
  const body = set.icons[set.aliases[name]?.parent ?? name]?.body
  if (body === undefined) throw new Error(`the icon set has no icon ${name}`)
  return body
}

/** The colour and the line are the drawing's, in `parts/inline/icon.tsx`. */
const belongsToDrawing = (name: string): boolean => name === 'fill' || name.startsWith('stroke')

/** The elements of a drawing, as React's `createElement` takes them. */
const readElements = (body: string): readonly (readonly [tag: string, attributes: object])[] =>
  [...body.matchAll(/<(?!g\b)(\w+) ([^>]*?)\/?>/g)].map(([, tag = '', attributes = '']) => [
    tag,
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)]
        .filter(([, name = '']) => !belongsToDrawing(name))
        .map(([, name, value]) => [name, value]),
    ),
  ])

/** Resolves `lucide:plus` to the elements of an icon. */
export const iconSets: BunPlugin = {
  name: 'icon-sets',
  setup(build) {
    const lucide = readSet(import.meta.resolve('@iconify-json/lucide/icons.json'))
    build.onResolve({ filter: /^lucide:/ }, ({ path }) => ({ path: path.slice('lucide:'.length), namespace: 'lucide' }))
    build.onLoad({ filter: /./, namespace: 'lucide' }, async ({ path }) => ({
      contents: JSON.stringify(readElements(findBody(await lucide, path))),
      loader: 'json',
    }))
  },
}
