import type { SessionRecord } from '@patchbay/core/store'
import { asUnixSeconds } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { hashOf, noon } from '../samples.ts'

const start = noon.getTime() / 1000

export const session = (name: string, changes: Partial<SessionRecord> = {}): SessionRecord => ({
  hash: hashOf(name),
  person_id: hashOf('the key').slice(0, 12),
  name: 'Ada',
  role: 'operator',
  key_hash: hashOf('the key'),
  confirmed_at: asUnixSeconds(start),
  used_at: asUnixSeconds(start),
  expires_at: asUnixSeconds(start + 8 * 3600),
  ...changes,
})

export const sessionsContract = (fresh: FreshStore): void => {
  describe('sessions', () => {
    it('a session is found by its hash as it was made, also after a restart, and its use is noted', async () => {
      const { store, reopen } = await fresh()
      await store.sessions.create(session('a'))
      await store.sessions.create(session('b', { key_hash: null, role: 'viewer' }))
      expect(await store.sessions.find(hashOf('a'))).toEqual(session('a'))
      for (const hash of [hashOf('c'), hashOf('a').slice(0, 12), '', '%']) {
        expect(await store.sessions.find(hash)).toBeUndefined()
      }
      await store.sessions.use(hashOf('b'), asUnixSeconds(start + 60))
      const again = await reopen()
      expect(await again.sessions.find(hashOf('b'))).toEqual(
        session('b', { key_hash: null, role: 'viewer', used_at: asUnixSeconds(start + 60) }),
      )
      expect(await again.sessions.find(hashOf('a'))).toEqual(session('a'))
    })

    it('one is ended, or all of a person; using an ended one does not bring it back', async () => {
      const { store } = await fresh()
      const other = session('other', { person_id: '0123456789ab' })
      for (const one of [session('a'), session('b'), session('c'), other]) await store.sessions.create(one)
      await store.sessions.end(hashOf('a'))
      await store.sessions.use(hashOf('a'), asUnixSeconds(start + 1))
      const found = () => Promise.all(['a', 'b', 'c', 'other'].map((name) => store.sessions.find(hashOf(name))))
      expect((await found()).map((one) => one !== undefined)).toEqual([false, true, true, true])
      await store.sessions.endAll(other.person_id)
      expect((await found()).map((one) => one !== undefined)).toEqual([false, true, true, false])
      await store.sessions.endAll(session('b').person_id)
      expect((await found()).some((one) => one !== undefined)).toBe(false)
    })

    it('expired sessions are removed when another is made', async () => {
      const { store } = await fresh()
      await store.sessions.create(session('old', { expires_at: asUnixSeconds(start + 10) }))
      await store.sessions.create(session('stays', { expires_at: asUnixSeconds(start + 11) }))
      await store.sessions.create(session('new', { used_at: asUnixSeconds(start + 10) }))
      expect(await store.sessions.find(hashOf('old'))).toBeUndefined()
      expect(await store.sessions.find(hashOf('stays'))).toBeDefined()
    })
  })
}
