import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const providers = join(import.meta.dirname, '../../providers')

/** The files that `bun publish` would send. */
const listPublished = (id: string): readonly string[] => {
  const { stdout } = Bun.spawnSync([process.execPath, 'pm', 'pack', '--dry-run'], { cwd: join(providers, id) })
  return [...stdout.toString().matchAll(/^packed +\S+ (.+)$/gm)].map(([, name = '']) => name)
}

test.each(readdirSync(providers))('the package of %s has its code and its document, and no tests', (id) => {
  const own = readdirSync(join(providers, id)).filter((name) => !/^\.|^fixtures$|^facts\.json$|\.test\.ts$/.test(name))
  const published = listPublished(id).filter((name) => !name.startsWith('.'))
  expect(published.toSorted()).toEqual(own.toSorted())
})
