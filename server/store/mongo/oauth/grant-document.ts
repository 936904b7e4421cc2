import type { GrantWithTokens } from '@patchbay/core/store'
import { ownTables } from '../../rules/own-tables.ts'
import type { CollectionOf } from '../engine/collection.ts'
import { type DocumentsOf, onlyText } from '../engine/documents-of.ts'

/** Its `_id` is the grant's id. It holds all tokens of the grant, so that they change with it. */
export interface GrantDocument extends Omit<GrantWithTokens, 'grant_id'> {
  readonly _id: string
}

export const grants: CollectionOf<GrantDocument> = {
  name: 'grants',
  bound: ownTables.grants,
  indexes: [
    { key: { tenant_id: 1, _id: 1 } },
    { key: { client_id: 1 } },
    { key: { bearer_hash: 1 } },
    { key: { code_hash: 1 } },
    { key: { family: 1 } },
    { key: { 'access.hash': 1 } },
    { key: { expires_at: 1 } },
  ],
  tenant: 'tenant_id',
}

/** The members that grants and access tokens of earlier versions of the gateway lack. */
export const earlier = { scope: null, issuer: null, subject: null }
const earlierToken = { scope: null }

export const grantDocuments: DocumentsOf<GrantWithTokens, GrantDocument> = {
  collection: grants,
  idOf: onlyText,
  documentOf: ({ grant_id, ...rest }) => ({ _id: grant_id, ...rest }),
  recordOf: ({ _id, access, ...rest }) => ({
    grant_id: _id,
    ...earlier,
    ...rest,
    access: access.map((token) => ({ ...earlierToken, ...token })),
  }),
}
