/**
 * `bun run release <version>`: checks that this checkout can become the version, writes the notes of the release into `release/`, and
 * makes the tag. Nothing is pushed. A version whose calls cost over 5 % more than those of the last one gets no tag.
 *
 * `--dry-run` makes no tag. `--files` is for the release's workflow: the tag is there, so its checks are left out, and the packages are
 * made; with `--executables` the gateway as one file, too.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findContentFaults, findTagFaults, git, tagName } from './find-faults.ts'
import { makeReleaseFiles } from './make-files.ts'

const root = join(import.meta.dirname, '../..')

const { values: options, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean' }, files: { type: 'boolean' }, executables: { type: 'boolean' } },
})

/** Says what the calls cost beside those of the last version. */
const isDearer = (): boolean => {
  const { exitCode } = Bun.spawnSync(['bun', 'run', 'bench', '--guard'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return exitCode !== 0
}

const release = async (version: string): Promise<void> => {
  const faults = [...findContentFaults(root, version), ...(options.files ? [] : findTagFaults(root, version))]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
  const made = { packages: options.files, executables: options.executables }
  for (const name of await makeReleaseFiles(root, version, join(root, 'release'), made)) console.log(`release/${name}`)
  if (options.files) return
  const tag = tagName(version)
  if (options['dry-run']) {
    console.log(`dry run: the tag ${tag} was not made`)
    return
  }
  if (isDearer()) {
    console.error('calls have become dearer: make them cheaper, or measure again on a quiet machine')
    process.exit(1)
  }
  git(root, 'tag', '--annotate', '--file', 'release/notes.md', '--cleanup', 'verbatim', tag)
  console.log(`tagged ${tag}. Next:
1. git push origin ${tag}
2. bun test/upgrade/make-fixtures.ts ${tag}, and commit what it writes`)
}

const [version, ...others] = positionals
if (version === undefined || others.length > 0) {
  console.error('usage: npx bun run release <version> [--dry-run]')
  process.exit(1)
}
await release(version)
