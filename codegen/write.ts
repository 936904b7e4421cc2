import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const folder = 'server/generated'

export interface Drift {
  readonly kind: 'missing' | 'changed' | 'left over'
  /** Relative to the root. */
  readonly file: string
}

/** How the files on disk differ from the wanted ones, in the order of their names. */
export const drift = async (root: string, wanted: ReadonlyMap<string, string>): Promise<Drift[]> => {
  const present = await filesOf(join(root, folder))
  const names = [...new Set([...wanted.keys(), ...present])].sort()
  const found = await Promise.all(
    names.map(async (name) => ({ file: `${folder}/${name}`, kind: await kindOf(root, name, wanted) })),
  )
  return found.filter((entry): entry is Drift => entry.kind !== undefined)
}

const kindOf = async (
  root: string,
  name: string,
  wanted: ReadonlyMap<string, string>,
): Promise<Drift['kind'] | undefined> => {
  const text = wanted.get(name)
  if (text === undefined) return 'left over'
  const path = join(root, folder, name)
  if (!existsSync(path)) return 'missing'
  return (await readFile(path, 'utf8')) === text ? undefined : 'changed'
}

/** Writes the files that differ, and removes those that don't belong into the folder. */
export const write = async (
  root: string,
  wanted: ReadonlyMap<string, string>,
  drifts: readonly Drift[],
): Promise<void> => {
  for (const { file, kind } of drifts) {
    const path = join(root, file)
    if (kind === 'left over') {
      await rm(path)
      if ((await readdir(dirname(path))).length === 0) await rm(dirname(path), { recursive: true })
      continue
    }
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, wanted.get(file.slice(folder.length + 1)) ?? '')
  }
}

const filesOf = async (path: string): Promise<string[]> => {
  if (!existsSync(path)) return []
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
}
