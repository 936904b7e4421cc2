import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readChangelog } from './changelog.ts'
import { packageNames } from './package-names.ts'

/** Runs git in `root` and returns what it prints. Throws Error where it fails. */
export const git = (root: string, ...args: readonly string[]): string => {
  const { success, stdout, stderr } = Bun.spawnSync(['git', ...args], { cwd: root })
  if (!success) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.toString().trimEnd()
}

export const tagName = (version: string): string => `v${version}`

const semanticVersion = /^\d+\.\d+\.\d+(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/

/** The package.json files that have the gateway's version. Plugins have versions of their own. */
const findManifests = (root: string): readonly string[] => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  const ours = workspaces.filter((workspace) => !workspace.startsWith('providers/'))
  return [
    'package.json',
    ...ours.flatMap((workspace) => [...new Bun.Glob(`${workspace}/package.json`).scanSync(root)].toSorted()),
  ]
}

const findVersionFaults = (root: string, version: string): readonly string[] =>
  findManifests(root).flatMap((path) => {
    const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as { version: string }
    if (manifest.version === version) return []
    return [`${path} has the version ${manifest.version}: write ${version} there, and run \`npx bun install\``]
  })

/** The chart and the image that it runs are of one version. */
const findChartFaults = (root: string, version: string): readonly string[] => {
  const chart = readFileSync(join(root, 'deploy/helm/Chart.yaml'), 'utf8')
  return chart.includes(`\nversion: ${version}\nappVersion: "${version}"\n`)
    ? []
    : [`deploy/helm/Chart.yaml has another version: write version: ${version} and appVersion: "${version}" there`]
}

const findNameFaults = (root: string): readonly string[] =>
  Object.entries({ core: packageNames.core, 'packages/connect': packageNames.connect }).flatMap(([workspace, name]) => {
    const path = join(workspace, 'package.json')
    const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as { name: string }
    return manifest.name === name
      ? []
      : [`${path} has the name ${manifest.name}: .ci/release/package-names.ts says ${name}`]
  })

const findChangelogFaults = (root: string, version: string): readonly string[] => {
  const sections = readChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  if (sections[1]?.title === version) return []
  return [`CHANGELOG.md: write "## ${version} - <today>" below "## Unreleased", before what it releases`]
}

/** The faults that keep a version's files from being made, one line each. */
export const findContentFaults = (root: string, version: string): readonly string[] => {
  if (!semanticVersion.test(version)) return [`"${version}" is not a version such as 1.2.3 or 1.2.3-rc.1`]
  return [
    ...findNameFaults(root),
    ...findVersionFaults(root, version),
    ...findChartFaults(root, version),
    ...findChangelogFaults(root, version),
  ]
}

/** The released versions whose stores no test opens: they have a tag, but no fixtures. */
const findTagsWithoutFixtures = (root: string): readonly string[] =>
  git(root, 'tag', '--list', 'v*')
    .split('\n')
    .filter((tag) => tag !== '' && !existsSync(join(root, 'test/upgrade/fixtures', tag)))

/** The faults that keep the current commit from being tagged as a version, one line each. */
export const findTagFaults = (root: string, version: string): readonly string[] => {
  const faults: string[] = []
  const branch = git(root, 'rev-parse', '--abbrev-ref', 'HEAD')
  if (branch !== 'main') faults.push(`releases are made on main, not on ${branch}`)
  const changed = git(root, 'status', '--porcelain')
  if (changed) faults.push(`commit these changes, or undo them:\n${changed}`)
  if (git(root, 'tag', '--list', tagName(version))) faults.push(`there is a tag ${tagName(version)} already`)
  for (const tag of findTagsWithoutFixtures(root))
    faults.push(`run \`bun test/upgrade/make-fixtures.ts ${tag}\`, and commit what it writes`)
  return faults
}
