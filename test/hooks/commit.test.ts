// Test lanes: long

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOnDisk } from '../folders.ts'
import { copyOfTheRepository } from '../repository-copy.ts'

const clone = copyOfTheRepository()
const bin = folderOnDisk()
const upstream = folderOnDisk()
afterAll(() => {
  for (const folder of [clone, bin, upstream]) rmSync(folder, { recursive: true })
})

/** A person's shell: no bun in its PATH, and none of their own settings of Git. */
const env = {
  HOME: process.env.HOME,
  PATH: bin,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
}
const run = (command: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: clone, env })
  return { isDone: exitCode === 0, output: `${stdout}${stderr}` }
}
const git = (...args: string[]) => run(['git', ...args])
const hooks = join(clone, '.git/hooks')
const install = () => run([process.execPath, 'install', '--frozen-lockfile'])

/** Writes a file and commits it. */
const commit = (subject: string, file: string, text: string) => {
  writeFileSync(join(clone, file), text)
  git('add', file)
  const result = git('commit', '--message', subject)
  if (!result.isDone) git('rm', '--force', '--quiet', file)
  return result
}

const compileOnly = (config: string, path: string): void => {
  const text = readFileSync(join(clone, config), 'utf8')
  writeFileSync(join(clone, config), JSON.stringify({ ...JSON.parse(text), include: [path] }))
}

beforeAll(() => {
  expect(Bun.spawnSync([join(import.meta.dirname, '../../.ci/bare-path'), bin]).success).toBe(true)
})

describe('the hooks of a checkout', () => {
  test('are left alone by an installation, which a user makes, too', () => {
    git('init', '--quiet')
    git('add', '.')
    expect(git('commit', '--quiet', '--message', 'The repository').isDone).toBe(true)
    expect(install()).toMatchObject({ isDone: true })
    expect(existsSync(join(hooks, 'commit-msg'))).toBe(false)
  })

  test('come by the command of CONTRIBUTING', () => {
    expect(run([process.execPath, 'run', 'hooks'])).toMatchObject({ isDone: true })
    expect(['commit-msg', 'pre-commit', 'pre-push'].filter((hook) => !existsSync(join(hooks, hook)))).toEqual([])
    expect(git('status', '--porcelain').output).toBe('')
  })

  test('let a good commit pass', () => {
    const { isDone, output } = commit('fix(console): a paragraph is red', 'console/good.css', 'p {\n  color: red;\n}\n')
    expect([isDone, output]).toEqual([true, expect.stringMatching(/format[\s\S]*subject/)])
  })

  test.each([
    ['a subject without a type', 'Made better', /fix\(core\/access\): a scope stops/],
    ['a subject that is too long', `fix(core): ${'a'.repeat(62)}`, /has 73 characters; shorten it to 72/],
  ])('refuse %s, and say what to write', (_, subject, told) => {
    const { isDone, output } = commit(subject, 'NOTES.md', 'A note.\n')
    expect([isDone, output]).toEqual([false, expect.stringMatching(told)])
  })

  test.each([
    ['bad.ts', "export const bad = 'a';\n", "export const bad = 'a'\n"],
    ['bad.tsx', 'export const bad = <p  />\n', 'export const bad = <p />\n'],
    ['bad.css', 'p {color:red}\n', 'p {\n  color: red;\n}\n'],
  ])('format %s, and commit it so', (name, text, formatted) => {
    expect(commit('fix(console): a file', `console/${name}`, text).isDone).toBe(true)
    expect(git('show', `HEAD:console/${name}`).output).toBe(formatted)
    expect(git('status', '--porcelain').output).toBe('')
  })

  test('leave what was not staged as it is', () => {
    commit('fix(console): two', 'console/two.css', 'p {\n  color: red;\n}\n')
    writeFileSync(join(clone, 'console/two.css'), 'p {color:blue}\n')
    git('add', 'console/two.css')
    const later = 'p {color:blue}\n\na   {\n  color: red }\n'
    writeFileSync(join(clone, 'console/two.css'), later)
    expect(git('commit', '--message', 'fix(console): blue').isDone).toBe(true)
    expect(git('show', 'HEAD:console/two.css').output).toBe('p {\n  color: blue;\n}\n')
    expect(readFileSync(join(clone, 'console/two.css'), 'utf8')).toContain('a   {')
    git('checkout', '--', 'console/two.css')
  })

  test('refuse what can not be mended, and say so', () => {
    const { isDone, output } = commit('fix(console): a file', 'console/broken.ts', 'export const broken = (\n')
    expect([isDone, output]).toEqual([false, expect.stringContaining('mend what Biome could not mend')])
  })

  // A push checks all types of the checkout, which takes a busy machine minutes: this one has no tests, few providers, and its
  // compiler reads little more than `core`.
  test('refuse to push a wrong type, and say what to run', { timeout: 600_000 }, () => {
    const kept = ['demo', 'hubspot'].map((id) => `:!providers/${id}`)
    git('rm', '-r', '--quiet', '--', 'test', 'vitest.config.ts', '*.test.ts', 'providers', ...kept)
    compileOnly('tsconfig.json', 'core')
    compileOnly('console/tsconfig.json', 'words.ts')
    git('add', 'tsconfig.json', 'console/tsconfig.json')
    expect(git('commit', '--quiet', '--no-verify', '--message', 'chore: fewer files').isDone).toBe(true)
    expect(commit('fix(core): a type', 'core/wrong.ts', "export const wrong: number = 'a'\n").isDone).toBe(true)
    git('init', '--quiet', '--bare', upstream)
    const { isDone, output } = git('push', upstream, 'HEAD:main')
    expect([isDone, output]).toEqual([false, expect.stringContaining('npx bun run types')])
    expect(output.match(/^.* error TS.*$/gm)).toEqual([expect.stringMatching(/^core\/wrong\.ts/)])
  })
})

describe('.ci/commit-subjects', () => {
  const check = () => run(['.ci/commit-subjects'])
  const asIsUpstream = () => git('update-ref', 'refs/remotes/origin/main', 'HEAD')

  test('checks the commits that upstream lacks, and names each wrong one', () => {
    asIsUpstream()
    expect(commit('docs: a note', 'NOTES.md', 'A note.\n').isDone).toBe(true)
    expect(check().isDone).toBe(true)
    git('commit', '--quiet', '--no-verify', '--allow-empty', '--message', 'Made better')
    git('commit', '--quiet', '--no-verify', '--allow-empty', '--message', 'docs: nothing')
    const { isDone, output } = check()
    expect(isDone).toBe(false)
    expect(output.match(/^ {2}[0-9a-f]{8} .*/gm)).toEqual([expect.stringMatching(/Made better$/)])
  })

  test('checks the last commits where upstream has all of them, or is unknown', () => {
    asIsUpstream()
    expect(check().output).toContain('Made better')
    git('update-ref', '-d', 'refs/remotes/origin/main')
    expect(check().output).toContain('The repository')
  })
})

const judge = (subject: string) => {
  writeFileSync(join(clone, '.git/SUBJECT'), `${subject}\n\nfix: a body is not a subject\n`)
  return run(['.ci/commit-subject', '.git/SUBJECT']).isDone
}

test.each([
  'fix(codegen,core/imported): a document.json with two lines is refused',
  'test(command-line),docs(security): watching a link',
  'test(e2e): a hundred domains',
  'docs(oauth, security): scopes',
  'feat(core)!: calls are otherwise',
  'chore: versions',
  "Merge branch 'limits'",
  'Revert "fix(core): a scope stops"',
  'fixup! fix(core): a scope stops',
])('the subject %s passes', (subject) => expect(judge(subject)).toBe(true))

test.each(['a scope stops', 'fix: ', 'fix(Core): a scope', 'mend(core): a scope', 'fix(core) a scope', ''])(
  'the subject "%s" is refused',
  (subject) => expect(judge(subject)).toBe(false),
)
