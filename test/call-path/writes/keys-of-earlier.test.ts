/** Keys that a version before took, and accounts that it stored, don't say whose they were: then the log does. */
import { rmSync } from 'node:fs'
import { hasSameOwner } from '@patchbay/core/effects'
import { afterAll, expect, it } from 'vitest'
import { openSqliteStore } from '../../../server/store/sqlite/index.ts'
import { auditEntry, later, noon } from '../../contract/samples.ts'
import { temporaryFolder } from '../../gateway.ts'

const folder = temporaryFolder()
const store = openSqliteStore(folder)
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const hubspot = (tenant: string) => ({ tenant, provider: 'hubspot', account: 'main' })
const taken = (handover_id: string | null) => ({ handover_id, entry_id: auditEntry(noon).id })

it.each([
  [null, null],
  [null, 'now'],
  ['before', null],
])(
  'a key of %s counts for a credential of %s unless the log says that another was stored since',
  async (before, now) => {
    const [quiet, changed] = [hubspot(`quiet-${before}-${now}`), hubspot(`changed-${before}-${now}`)]
    const entry = { action: 'put_token', source: 'admin', key: 'tokens', outcome: 'ok' } as const
    const stored = ({ tenant }: { tenant: string }, at: Date) =>
      auditEntry(at, { ...entry, tenant, key: `tokens/${tenant}/hubspot/main` })
    await store.audit.append([stored(quiet, later(-1000)), stored(changed, later(1000))])
    expect(await hasSameOwner(store, quiet, taken(before), now)).toBe(true)
    expect(await hasSameOwner(store, changed, taken(before), now)).toBe(false)
  },
)

it('two handovers are of one owner only where both name the same person', async () => {
  expect(await hasSameOwner(store, hubspot('acme'), taken('one'), 'one')).toBe(true)
  expect(await hasSameOwner(store, hubspot('acme'), taken('one'), 'other')).toBe(false)
})
