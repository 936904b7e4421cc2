import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** The tree of an image: no codegen. */
test('where there is no codegen, a missing bundle is told with what makes it, one that is there is run, and what the store fails of is said', () => {
  const root = mkdtempSync(join(tmpdir(), 'main-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'server/generated'), { recursive: true })
  for (const name of ['main.ts', 'project-root.ts']) cpSync(join(import.meta.dirname, name), join(root, 'server', name))
  writeFileSync(join(root, 'package.json'), '{}')
  const start = () => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, 'server/main.ts', '--demo'], { cwd: root })
    return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
  }

  expect(start()).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/bundle is missing: .*codegen/) })

  mkdirSync(join(root, 'server/generated/bundle'))
  writeFileSync(join(root, 'server/generated/bundle/program.js'), 'console.log(process.argv.slice(2))')
  expect(start()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('--demo') })

  const thrown = `Object.assign(new Error('The store is unavailable', { cause: new Error('the disk is slow') }), { code: 'UNAVAILABLE' })`
  writeFileSync(join(root, 'server/generated/bundle/program.js'), `throw ${thrown}`)
  expect(start()).toMatchObject({ exitCode: 1, stderr: 'The store is unavailable: the disk is slow\n' })
})
