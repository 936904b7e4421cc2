import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { findingOf, later, noon } from '../samples.ts'

const lapses = findingOf()
const slow = findingOf({ finding: 'slow/acme/search', kind: 'slow', title: 'Searches are slow', severity: 'low' })
const elsewhere = findingOf({ finding: 'token-lapses/globex/hubspot/eu', tenant: 'globex' })
const all = { since: new Date(0) }

export const suggestionsContract = (fresh: FreshStore): void => {
  describe('suggestions', () => {
    it('what is found is open, once, however often it is found', async () => {
      const { store } = await fresh()
      expect(await store.suggestions.refresh('rules', [lapses, slow], noon)).toEqual({ opened: 2, resolved: 0 })
      expect(await store.suggestions.refresh('rules', [slow, lapses], later(1))).toEqual({ opened: 0, resolved: 0 })
      const found = await store.suggestions.list(all)
      expect(found).toHaveLength(2)
      for (const finding of [lapses, slow]) {
        expect(found).toContainEqual(
          expect.objectContaining({
            ...finding,
            status: 'open',
            note: null,
            created_at: noon.toISOString(),
            resolved_at: null,
          }),
        )
      }
    })

    it('an open one gets the newest words', async () => {
      const { store } = await fresh()
      await store.suggestions.refresh('rules', [lapses], noon)
      const [first] = await store.suggestions.list(all)
      await store.suggestions.refresh('rules', [{ ...lapses, title: 'It lapses in an hour' }], later(1))
      expect(await store.suggestions.list(all)).toEqual([{ ...first, title: 'It lapses in an hour' }])
    })

    it('one that is not found any more is resolved by itself, and is another one when it comes again', async () => {
      const { store } = await fresh()
      await store.suggestions.refresh('rules', [lapses, slow], noon)
      expect(await store.suggestions.refresh('rules', [slow], later(1))).toEqual({ opened: 0, resolved: 1 })
      const [resolved] = await store.suggestions.list({ ...all, status: 'resolved' })
      expect(resolved).toMatchObject({ ...lapses, resolved_at: later(1).toISOString() })
      expect(await store.suggestions.refresh('rules', [slow, lapses], later(2))).toEqual({ opened: 1, resolved: 0 })
      expect(await store.suggestions.list({ ...all, status: 'open' })).toHaveLength(2)
    })

    it('one that a person has resolved stays so while it goes on, and comes again when it had ended', async () => {
      const { store } = await fresh()
      await store.suggestions.refresh('rules', [lapses], noon)
      const [{ id = '' } = {}] = await store.suggestions.list(all)
      const resolved = await store.suggestions.resolve(id, 'we know', later(1))
      expect(resolved).toMatchObject({ status: 'resolved', note: 'we know', resolved_at: later(1).toISOString() })
      expect(await store.suggestions.resolve(id, 'again', later(2))).toEqual(resolved)
      expect(await store.suggestions.refresh('rules', [lapses], later(3))).toEqual({ opened: 0, resolved: 0 })
      expect(await store.suggestions.refresh('rules', [], later(4))).toEqual({ opened: 0, resolved: 0 })
      expect(await store.suggestions.list(all)).toEqual([{ ...resolved, is_current: false }])
      expect(await store.suggestions.refresh('rules', [lapses], later(5))).toEqual({ opened: 1, resolved: 0 })
    })

    it('an unknown id resolves nothing', async () => {
      const { store } = await fresh()
      expect(await store.suggestions.resolve('none', null, noon)).toBeUndefined()
    })

    it('a source resolves what is its own only', async () => {
      const { store } = await fresh()
      await store.suggestions.refresh('rules', [lapses], noon)
      await store.suggestions.refresh('a-model', [{ ...slow, source: 'a-model' }], noon)
      expect(await store.suggestions.refresh('a-model', [], later(1))).toEqual({ opened: 0, resolved: 1 })
      expect(await store.suggestions.list({ ...all, status: 'open' })).toMatchObject([lapses])
    })

    it('the list is filtered by time, status and tenant, newest first', async () => {
      const { store } = await fresh()
      await store.suggestions.refresh('rules', [lapses], noon)
      await store.suggestions.refresh('rules', [lapses, slow], later(1000))
      await store.suggestions.refresh('rules', [slow, elsewhere], later(2000))
      const findings = async (filter: Parameters<typeof store.suggestions.list>[0]) =>
        (await store.suggestions.list(filter)).map(({ finding }) => finding)
      expect(await findings(all)).toEqual([elsewhere.finding, slow.finding, lapses.finding])
      expect(await findings({ since: later(1000) })).toEqual([elsewhere.finding, slow.finding])
      expect(await findings({ ...all, tenant: 'acme', status: 'open' })).toEqual([slow.finding])
      expect(await findings({ ...all, status: 'resolved' })).toEqual([lapses.finding])
      const filters = [all, { since: later(1000) }, { ...all, tenant: 'acme', status: 'open' } as const]
      const totals = await Promise.all(filters.map((filter) => store.suggestions.total(filter)))
      expect(totals).toEqual([3, 2, 1].map((items) => ({ items, more: false })))
    })

    it('what was resolved long ago is removed, and what is open or goes on is not', async () => {
      const { store } = await fresh()
      await store.suggestions.refresh('rules', [lapses, slow, elsewhere], noon)
      const open = await store.suggestions.list(all)
      const goingOn = open.find(({ finding }) => finding === slow.finding)
      await store.suggestions.resolve(goingOn?.id ?? '', null, noon)
      await store.suggestions.refresh('rules', [slow, elsewhere], later(1))
      await store.suggestions.prune(later(2))
      const left = (await store.suggestions.list(all)).map(({ finding }) => finding)
      expect(left.sort()).toEqual([slow.finding, elsewhere.finding].sort())
    })

    it('two refreshes at once open a finding once', async () => {
      const { store } = await fresh()
      const both = await Promise.all([1, 2, 3].map(() => store.suggestions.refresh('rules', [lapses], noon)))
      expect(both.map(({ opened }) => opened).sort()).toEqual([0, 0, 1])
      expect(await store.suggestions.list(all)).toHaveLength(1)
    })
  })
}
