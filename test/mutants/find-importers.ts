import { join } from 'node:path'

const transpiler = new Bun.Transpiler({ loader: 'ts' })

/** The sources that import each source, types apart. Takes the texts of all of them by their paths. */
export const findImporters = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> => {
  const importers = new Map<string, string[]>([...texts.keys()].map((file) => [file, []]))
  for (const [file, text] of texts) {
    for (const { path } of transpiler.scanImports(text))
      if (path.startsWith('.')) importers.get(join(file, '..', path))?.push(file)
  }
  return importers
}
