import type { SessionRecord, Sessions } from '@patchbay/core/store'
import { atMost } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

export const sessionTable = defineTable<SessionRecord, 'hash'>({
  name: 'sessions',
  bound: { kind: 'age', by: 'next', text: 'until it ends, or another one begins after it expired' },
  key: ['hash'],
  indexes: [{ on: { expires_at: 1 } }, { on: { person_id: 1 } }],
})

export const createSessions = (store: RecordStore): Sessions => ({
  create: (session) =>
    store.change(`session ${session.hash}`, {}, () => ({
      answer: undefined,
      writes: [sessionTable.remove({ expires_at: atMost(session.used_at) }), sessionTable.put(session)],
    })),
  find: (hash) => store.read(sessionTable.at({ hash })),
  use: async (hash, used_at) => {
    await store.write(sessionTable.update({ hash }, { used_at }))
  },
  end: async (hash) => {
    await store.write(sessionTable.remove({ hash }))
  },
  endAll: async (person_id) => {
    await store.write(sessionTable.remove({ person_id }))
  },
})
