import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** The tree of an image: no codegen. */
describe('where there is no codegen', () => {
  let root = ''
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'registry-'))
    mkdirSync(join(root, 'server/generated'), { recursive: true })
    cpSync(join(import.meta.dirname, 'registry.ts'), join(root, 'server/registry.ts'))
  })
  afterAll(() => rmSync(root, { recursive: true }))

  test('a missing registry is refused with what makes it, and what the build made is taken as it is', async () => {
    const { loadRegistry }: typeof import('./registry.ts') = await import(join(root, 'server/registry.ts'))
    await expect(loadRegistry()).rejects.toThrow(/registry\.js is missing: `bun run codegen` makes it .* image/)

    writeFileSync(join(root, 'server/generated/registry.js'), 'export const registry = ["crm"]')
    writeFileSync(join(root, 'server/generated/demo-registry.js'), 'export const registry = ["demo"]')
    expect(await loadRegistry()).toEqual({ registry: ['crm'], warnings: [] })
    expect(await loadRegistry({ demo: true })).toEqual({ registry: ['demo', 'crm'], warnings: [] })
  })
})
