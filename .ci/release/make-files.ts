import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readChangelog } from './changelog.ts'
import { executableTargets, makeExecutable } from './make-executable.ts'
import { writeGatewayPackage } from './make-gateway.ts'

/** What the image of a version is called: `1.2.3`, and for what isn't a pre-release also `1.2` and `latest`. */
export const listImageTags = (version: string): readonly string[] => {
  if (version.includes('-')) return [version]
  return [version, version.replace(/\.\d+$/, ''), 'latest']
}

/** Packs a workspace, or a folder elsewhere, as `bun publish` would, and returns the name of the tarball. */
const packWorkspace = (root: string, workspace: string, folder: string): string => {
  const { success, stdout, stderr } = Bun.spawnSync(
    [process.execPath, 'pm', 'pack', '--quiet', '--ignore-scripts', '--destination', folder],
    { cwd: resolve(root, workspace) },
  )
  if (!success) throw new Error(`${workspace} can't be packed: ${stderr}`)
  return stdout.toString().trim().split('/').at(-1) ?? ''
}

/** The workspaces that a release has as packages, each with what builds it. Their names stand in their package.json. */
const packed: Readonly<Record<string, string | undefined>> = {
  core: undefined,
  'packages/connect': 'packages/connect/build.ts',
}

const buildWorkspace = (root: string, script: string): void => {
  const { success, stdout, stderr } = Bun.spawnSync([process.execPath, join(root, script)], { cwd: root })
  if (!success) throw new Error(`${script} failed: ${stdout}${stderr}`)
}

const packGateway = async (root: string, folder: string): Promise<string> => {
  const made = mkdtempSync(join(tmpdir(), 'patchbay-gateway-'))
  try {
    await writeGatewayPackage(root, made)
    return packWorkspace(root, made, folder)
  } finally {
    rmSync(made, { recursive: true })
  }
}

const packWorkspaces = (root: string, folder: string): readonly string[] =>
  Object.entries(packed).map(([workspace, script]) => {
    if (script !== undefined) buildWorkspace(root, script)
    return packWorkspace(root, workspace, folder)
  })

const digest = (bytes: Uint8Array): string => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

const compileGateway = async (root: string, folder: string, tarball: string, version: string) => {
  const names = executableTargets.map((target) => [target, `patchbay-gateway-${version}-${target}`] as const)
  for (const [target, name] of names) await makeExecutable(root, join(folder, tarball), target, join(folder, name))
  return names.map(([, name]) => name)
}

/**
 * Writes the files of a release into `folder`, which it empties: the notes, the image's tags, the packages, with `executables` the gateway
 * as one file for each kind of machine, and digests. Returns their names.
 */
export const makeReleaseFiles = async (
  root: string,
  version: string,
  folder: string,
  { executables = false } = {},
): Promise<readonly string[]> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const sections = readChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  const notes = sections.find(({ title }) => title === version)?.notes ?? ''
  writeFileSync(join(folder, 'notes.md'), `${notes}\n`)
  writeFileSync(join(folder, 'image-tags.txt'), `${listImageTags(version).join('\n')}\n`)
  const gateway = await packGateway(root, folder)
  const files = [
    ...packWorkspaces(root, folder),
    gateway,
    ...(executables ? await compileGateway(root, folder, gateway, version) : []),
  ]
  const sums = files.map((name) => `${digest(readFileSync(join(folder, name)))}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  return ['notes.md', 'image-tags.txt', ...files, 'SHA256SUMS']
}
