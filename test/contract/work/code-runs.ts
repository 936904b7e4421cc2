import { type CodeRunRecord, codeRunBounds } from '@patchbay/core/store'
import { msOf, shiftTime } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, noon } from '../samples.ts'

export const codeRunOf = (nth: number, changes: Partial<CodeRunRecord> = {}): CodeRunRecord => ({
  id: `01930000-0000-7000-9000-${String(nth).padStart(12, '0')}`,
  tenant: 'acme',
  token_id: 'token',
  grant_id: null,
  effect: 'write',
  state: 'waiting',
  running_by: null,
  running_until: null,
  due_at: shiftTime(msOf(noon), nth),
  bytes: 10,
  version: `version-${nth}`,
  ...changes,
})

const textOfRun = ({ id, tenant }: CodeRunRecord, sealed = `sealed ${id}`) => ({ id, tenant, sealed })

export const codeRunsContract = (fresh: FreshStore): void => {
  describe('runs of code', () => {
    const start = async () => {
      const { store } = await fresh()
      const add = (record: CodeRunRecord) => store.codeRuns.put(null, record, textOfRun(record))
      return { store, runs: store.codeRuns, add }
    }

    it('one is added once, found with what was sealed, and forgotten when it is due', async () => {
      const { runs, add } = await start()
      const [record, later] = [codeRunOf(1), codeRunOf(2)]
      expect([await add(record), await add(record), await add(later)]).toEqual(['stored', 'changed', 'stored'])
      expect([await runs.get(record.id), await runs.text(record.id)]).toEqual([record, textOfRun(record)])
      expect(await runs.forget(record.due_at, 9)).toBe(1)
      expect([await runs.get(record.id), await runs.text(record.id)]).toEqual([undefined, undefined])
      expect(await runs.get(later.id)).toEqual(later)
    })

    it('of two gateways that go on with one, one does; its text stays until it is replaced', async () => {
      const { runs, add } = await start()
      const record = codeRunOf(1)
      await add(record)
      const claim = (version: string) => runs.put(record.version, { ...record, state: 'running', version })
      expect((await Promise.all([claim('a'), claim('b')])).toSorted()).toEqual(['changed', 'stored'])
      const claimed = await runs.get(record.id)
      expect(claimed).toMatchObject({ state: 'running' })
      expect(await runs.text(record.id)).toEqual(textOfRun(record))
      const ended: CodeRunRecord = { ...record, state: 'ended', version: 'end' }
      expect(await runs.put(claimed?.version ?? null, ended, textOfRun(record, 'its end'))).toBe('stored')
      expect([await runs.get(record.id), await runs.text(record.id)]).toEqual([ended, textOfRun(record, 'its end')])
    })

    it('what is sealed is sealed again unless it was changed meanwhile', async () => {
      const { runs, add } = await start()
      const record = codeRunOf(1)
      await add(record)
      expect(await runs.reseal(textOfRun(record), 'again')).toBe(true)
      expect(await runs.reseal(textOfRun(record), 'late')).toBe(false)
      expect(await runs.text(record.id)).toEqual(textOfRun(record, 'again'))
    })

    it('so many of a tenant are kept and no more, and they go with their tenant', async () => {
      const { store, runs, add } = await start()
      await store.tenants.put('acme', configuration('hubspot/main'), { now: noon, prune: false })
      for (let nth = 0; nth < codeRunBounds.ofTenant; nth++) await add(codeRunOf(nth))
      expect(await add(codeRunOf(500))).toBe('full')
      expect(await add(codeRunOf(501, { tenant: 'globex' }))).toBe('stored')
      expect(await add(codeRunOf(502, { tenant: 'initech', bytes: codeRunBounds.tenantBytes + 1 }))).toBe('full')
      // Those that are kept go on.
      const first = codeRunOf(0)
      expect(await runs.put(first.version, { ...first, version: 'next' }, textOfRun(first, 'more'))).toBe('stored')
      await store.tenants.remove('acme')
      expect([await runs.get(first.id), await runs.text(first.id)]).toEqual([undefined, undefined])
      expect(await runs.get(codeRunOf(501).id)).toBeDefined()
    })
  })
}
