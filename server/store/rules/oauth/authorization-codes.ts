import type {
  AuthorizationCodeRecord,
  AuthorizationCodes,
  NewOAuthClient,
  OAuthClientRecord,
} from '@patchbay/core/store'
import { exactSecondsOf, type IsoTime, isoTime } from '@patchbay/core/time'
import { atMost, greaterThan } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'
import { tenantTokenTable } from '../access/tenant-tokens.ts'
import { oauthClientTable } from './clients.ts'

export const codeTable = defineTable<AuthorizationCodeRecord, 'hash'>({
  name: 'authorization_codes',
  bound: { kind: 'age', by: 'next', text: 'until it is used, or another one is made after it expired' },
  key: ['hash'],
  indexes: [{ on: { tenant_id: 1, bearer_hash: 1 } }, { on: { client_id: 1 } }, { on: { expires_at: 1 } }],
  tenant: 'tenant_id',
  earlier: () => ({ scope: null }),
})

/** A code that hasn't expired. */
export const findCode = (hash: string, now: Date) =>
  codeTable.first({ hash, expires_at: greaterThan(exactSecondsOf(now)) })

/** The client after this use; `undefined`: it isn't registered any more. */
const useClient = (
  client: NewOAuthClient,
  current: OAuthClientRecord | undefined,
  used_at: IsoTime,
): OAuthClientRecord | undefined => {
  if (client.source === 'registration') return current && { ...current, used_at }
  return { ...client, created_at: current?.created_at ?? used_at, used_at }
}

/** `claim`: each driver stores grants in its own way. */
export const createAuthorizationCodes = (
  store: RecordStore,
  claim: AuthorizationCodes['claim'],
): AuthorizationCodes => ({
  issue: (code, client, now) => {
    const reads = {
      bearer: tenantTokenTable.at({ hash: code.bearer_hash }),
      current: oauthClientTable.at(client),
    }
    return store.change(code.tenant_id, reads, ({ bearer, current }) => {
      const expired = codeTable.remove({ expires_at: atMost(exactSecondsOf(now)) })
      const used = useClient(client, current, isoTime(now))
      if (bearer?.tenant_id !== code.tenant_id || !used) return { answer: false, writes: [expired] }
      // Writing the client makes a concurrent removal of it conflict.
      return { answer: true, writes: [expired, oauthClientTable.put(used), codeTable.put(code)] }
    })
  },
  find: (hash, now) => store.read(findCode(hash, now)),
  claim,
})
