import type { RevocationRecord } from '@patchbay/core/store'
import type { CollectionOf } from './collection.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'
import { text } from './text.ts'
import { put, type Write } from './write.ts'

type RevocationDocument = Omit<RevocationRecord, 'id'> & { readonly _id: string }

/** They outlive their tenant. */
export const revocations: CollectionOf<RevocationDocument> = { name: 'revocations', indexes: [{ key: { next_at: 1 } }] }

const recordOf = ({ _id, ...rest }: RevocationDocument): RevocationRecord => ({ id: _id, ...rest })
const documentOf = ({ id, ...rest }: RevocationRecord): RevocationDocument => ({ _id: text(id), ...rest })

export const revocationDocuments: DocumentsOf<RevocationRecord, RevocationDocument> = {
  collection: revocations,
  idOf: onlyText,
  documentOf,
  recordOf,
}

export const addRevocation = (revocation: RevocationRecord): Write => put(revocations, documentOf(revocation))
