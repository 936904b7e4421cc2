// Test lanes: slow, long

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderOnDisk } from '../folders.ts'
import { bun, createProject, pack } from './project.ts'

/** The paths that adding a plugin changes: lists of installed packages, and the folder of the author's own plugin. */
const expected = ['bun.lock', 'package.json', 'providers.lock.json', 'providers/shelves/']

const git = (cwd: string, ...args: string[]): string => {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'core.hooksPath=/dev/null']
  const { stdout, stderr, exitCode } = Bun.spawnSync(['git', ...identity, ...args], { cwd })
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')} exited with ${exitCode}\n${stdout}${stderr}`)
  return stdout.toString()
}

const changedFiles = (cwd: string): string[] =>
  git(cwd, 'status', '--porcelain')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3))

let upstream: Awaited<ReturnType<typeof createProject>>
let own: Awaited<ReturnType<typeof createProject>>
const outside = folderOnDisk()

/** Starts the gateway, which is told to call a plugin of the operator's elsewhere; fails unless it knows the plugin. */
const starts = async (): Promise<string> => {
  const gateway = await own.start('shelves', 'http://127.0.0.1:9')
  await gateway.stop()
  return gateway.output.stdout
}

/** The newest version of Patchbay names HubSpot otherwise, which its lock file shows. */
const releaseUpstream = async (title: string): Promise<void> => {
  const file = join(upstream.root, 'providers/hubspot/index.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/title: '[^']*'/, `title: '${title}'`))
  await bun(upstream.root, 'run', 'codegen')
  git(upstream.root, 'commit', '--quiet', '--all', '--message', title)
}

beforeAll(async () => {
  upstream = await createProject()
  await bun(upstream.root, 'run', 'codegen')
  git(upstream.root, 'init', '--quiet', '--initial-branch', 'main')
  git(upstream.root, 'add', '--all')
  git(upstream.root, 'commit', '--quiet', '--message', 'first')
  git(outside, 'clone', '--quiet', upstream.root, 'clone')
  own = await createProject(join(outside, 'clone'))
}, 120_000)
afterAll(() => {
  upstream.remove()
  rmSync(outside, { recursive: true })
})

test('a clone stays clean when it is installed, generated and started', async () => {
  await bun(own.root, 'run', 'codegen')
  const gateway = await own.start('hubspot', 'http://127.0.0.1:9')
  await gateway.stop()
  expect(changedFiles(own.root)).toEqual([])
  expect(changedFiles(upstream.root)).toEqual([])
})

test("plugins of one's own change the lists of what is installed, and nothing else", { timeout: 120_000 }, async () => {
  await bun(own.root, 'run', 'codegen', 'new', 'shelves')
  await bun(own.root, 'run', 'codegen', 'new', 'tides')
  for (const id of ['shelves', 'tides']) {
    const index = join(own.root, 'providers', id, 'index.ts')
    writeFileSync(index, readFileSync(index, 'utf8').replace('api.example.com', `api.${id}-host.com`))
  }
  const tides = join(outside, 'tides')
  mkdirSync(tides)
  // An author takes the folder into a repository of their own, and publishes it.
  Bun.spawnSync(['mv', join(own.root, 'providers/tides'), outside])
  await bun(own.root, 'add', '--exact', await pack(tides, outside))
  own.name('@patchbay/provider-tides')
  await bun(own.root, 'run', 'codegen')
  expect(await starts()).toMatch(/shelves 0\.1\.0.*tides 0\.1\.0/)
  expect(changedFiles(own.root)).toEqual(expected)
})

test('and a new version of Patchbay is pulled beside them', { timeout: 120_000 }, async () => {
  await releaseUpstream('HubSpot two')
  git(own.root, 'pull', '--quiet', '--autostash')
  expect(changedFiles(own.root)).toEqual(expected)

  git(own.root, 'add', '--all')
  git(own.root, 'commit', '--quiet', '--message', 'our plugins')
  expect(git(own.root, 'ls-files', 'providers/shelves')).toMatch('providers/shelves/index.ts')
  await releaseUpstream('HubSpot three')
  git(own.root, 'pull', '--quiet', '--no-rebase', '--no-edit')
  expect(changedFiles(own.root)).toEqual([])
  await bun(own.root, 'run', 'codegen', '--frozen')
  expect(await starts()).toMatch(/hubspot .*shelves 0\.1\.0.*tides 0\.1\.0/)
})
