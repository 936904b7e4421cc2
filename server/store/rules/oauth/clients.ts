import { mostCounted, type OAuthClientRecord, type OAuthClients, toListTotal } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import { greaterThan, lessThan } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

export const oauthClientTable = defineTable<OAuthClientRecord, 'client_id'>({
  name: 'oauth_clients',
  bound: {
    kind: 'age',
    by: 'retention',
    text: 'until it is deleted, or for a year after a user last let it in if it has no grant by then; one that no user let in, for 30 days, and at most 10,000 of these',
  },
  key: ['client_id'],
  columns: { redirect_uris: 'json' },
  indexes: [{ on: { used_at: 1, created_at: 1 } }],
})

export const createOAuthClients = (store: RecordStore): OAuthClients => ({
  register: (client, { now, unusedSince, mostUnused }) => {
    const newest = { sort: ['created_at'], descending: true, skip: mostUnused - 1 } as const
    const tooMany = oauthClientTable.list({ used_at: null }, newest)
    return store.change('clients', { tooMany }, ({ tooMany }) => ({
      answer: undefined,
      writes: [
        oauthClientTable.remove({ used_at: null, created_at: lessThan(isoTime(unusedSince)) }),
        ...tooMany.map(({ client_id }) => oauthClientTable.remove({ client_id, used_at: null })),
        oauthClientTable.put({ ...client, created_at: isoTime(now), used_at: null }),
      ],
    }))
  },
  find: (client_id) => store.read(oauthClientTable.at({ client_id })),
  list: ({ limit, after = '' }) =>
    store.read(oauthClientTable.list({ client_id: greaterThan(after) }, { sort: ['client_id'], limit })),
  total: async () => toListTotal(await store.count(oauthClientTable.list({}, { limit: mostCounted + 1 }))),
  remove: (client_id) =>
    store.change(`client ${client_id}`, { client: oauthClientTable.at({ client_id }) }, ({ client }) => ({
      answer: client !== undefined,
      writes: [oauthClientTable.remove({ client_id })],
      ends: client ? [{ client_id }] : [],
    })),
  removeUnused: (client_id, usedBefore) => {
    // Read again: a user may give the client access at this moment.
    const unused = oauthClientTable.first({ client_id, used_at: lessThan(isoTime(usedBefore)) })
    return store.change(`client ${client_id}`, { unused }, ({ unused }) => ({
      answer: unused !== undefined,
      writes: unused ? [oauthClientTable.remove({ client_id })] : [],
      ends: unused ? [{ client_id }] : [],
    }))
  },
})
