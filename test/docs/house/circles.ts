import type { SourceFile } from './source-files.ts'

/** The files and folders of one folder that import each other in a circle, as `a > b (core/x.ts)`. */
export interface Circle {
  readonly folder: string
  readonly imports: readonly string[]
}

type Imports = Map<string, Map<string, string>>

/** Imports between the folder's entries, each with the first file that has it. */
const readEntries = (folder: string, files: readonly SourceFile[]): Imports => {
  const findEntry = (path: string): string | undefined =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/', 1)[0] : undefined
  const entries: Imports = new Map()
  for (const { path, imports } of files) {
    const from = findEntry(path)
    if (from === undefined) continue
    for (const imported of imports) {
      const to = findEntry(imported)
      if (to === undefined || to === from) continue
      const targets = entries.get(from) ?? new Map<string, string>()
      if (!targets.has(to)) targets.set(to, path)
      entries.set(from, targets)
    }
  }
  return entries
}

/** Drops what imports nothing that is left, until only circles and what imports them is left; then the same from above. */
const keepCircles = (entries: Imports): Imports => {
  const left = structuredClone(entries)
  for (let size = -1; size !== left.size; ) {
    size = left.size
    const imported = new Set([...left.values()].flatMap((targets) => [...targets.keys()]))
    for (const [entry, targets] of left) {
      for (const target of targets.keys()) if (!left.has(target)) targets.delete(target)
      if (targets.size === 0 || !imported.has(entry)) left.delete(entry)
    }
  }
  return left
}

/** Circles in the strict sense: within each folder its files and its folders lie on floors, types counted. */
export const findCircles = (files: readonly SourceFile[]): Circle[] => {
  const folders = new Set(
    files.flatMap(({ path }) => path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))),
  )
  folders.delete('')
  return [...folders].sort().flatMap((folder) => {
    const circle = keepCircles(readEntries(folder, files))
    const imports = [...circle].flatMap(([from, targets]) =>
      [...targets].map(([to, path]) => `${from} > ${to} (${path})`),
    )
    return imports.length === 0 ? [] : [{ folder, imports }]
  })
}
