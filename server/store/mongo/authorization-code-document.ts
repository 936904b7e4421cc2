import type { AuthorizationCodeRecord } from '@patchbay/core/store'
import type { CollectionOf } from './collection.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'

/** Its `_id` is the hash. */
export interface CodeDocument extends Omit<AuthorizationCodeRecord, 'hash'> {
  readonly _id: string
}

export const authorizationCodes: CollectionOf<CodeDocument> = {
  name: 'authorization_codes',
  indexes: [{ key: { tenant_id: 1, bearer_hash: 1 } }, { key: { client_id: 1 } }, { key: { expires_at: 1 } }],
  tenant: 'tenant_id',
}

export const codeDocuments: DocumentsOf<AuthorizationCodeRecord, CodeDocument> = {
  collection: authorizationCodes,
  idOf: onlyText,
  documentOf: ({ hash, ...rest }) => ({ _id: hash, ...rest }),
  recordOf: ({ _id, ...rest }) => ({ hash: _id, ...rest }),
}
