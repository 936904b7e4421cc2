import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readChangelog } from './changelog.ts'
import { packAll } from './pack-all.ts'

/** The tags of a version's image: `1.2.3`, and unless it is a pre-release also `1.2` and `latest`. */
export const listImageTags = (version: string): readonly string[] => {
  if (version.includes('-')) return [version]
  return [version, version.replace(/\.\d+$/, ''), 'latest']
}

const digest = (bytes: Uint8Array): string => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

/**
 * Writes the files of a release into `folder`, which it empties: the notes and the image's tags, and with `packages` those with their
 * digests, and with `executables` the gateway as one file. Returns the names.
 */
export const makeReleaseFiles = async (
  root: string,
  version: string,
  folder: string,
  { packages = false, executables = false } = {},
): Promise<readonly string[]> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const sections = readChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  const notes = sections.find(({ title }) => title === version)?.notes ?? ''
  writeFileSync(join(folder, 'notes.md'), `${notes}\n`)
  writeFileSync(join(folder, 'image-tags.txt'), `${listImageTags(version).join('\n')}\n`)
  if (!packages) return ['notes.md', 'image-tags.txt']
  const packed = await packAll(root, version, folder, executables)
  const sums = packed.map((name) => `${digest(readFileSync(join(folder, name)))}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  return ['notes.md', 'image-tags.txt', ...packed, 'SHA256SUMS']
}
