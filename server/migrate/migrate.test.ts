import { rmSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { auditEntry, configuration, later, noon } from '../../test/contract/samples.ts'
import { temporaryFolder } from '../../test/gateway.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'
import { migrateStore } from './migrate.ts'
import type { MoveEnd } from './open-place.ts'

const openPlace = (name: string): MoveEnd => {
  const folder = temporaryFolder()
  const store = openSqliteStore(folder)
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  return { name, store, keys: undefined, start: 'nothing' }
}

it('changes by a gateway that still runs on the source are found, and moved by the next run', async () => {
  const [from, to] = [openPlace('the source'), openPlace('the target')]
  const put = (name: string) =>
    from.store.tenants.put('acme', { ...configuration(), name }, { now: noon, prune: false })
  await put('Before')
  await from.store.audit.append([auditEntry(later(1))])

  let changed: Promise<unknown> | undefined
  const first = migrateStore(from, to, (kind) => {
    if (kind === 'audit') changed ??= put('After')
  })
  await expect(first).rejects.toThrow('stop any gateway that still runs on either store')
  await changed
  expect(await migrateStore(from, to, () => undefined)).toMatchObject({ tenants: 1, audit: 1 })
  expect(await to.store.tenants.get('acme')).toMatchObject({ name: 'After' })
})
