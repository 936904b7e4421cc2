import type { ClientSession, Collection, Filter } from 'mongodb'
import { equalText } from '../engine/text.ts'
import { type Decision, removeWrite } from '../engine/transactions/write.ts'
import { type GrantDocument, grants } from './grant-document.ts'

/** The writes and changes that end the grants matching a filter. */
export const endGrants = async (
  collection: Collection<GrantDocument>,
  filter: Filter<GrantDocument>,
  session: ClientSession,
): Promise<Required<Omit<Decision<never>, 'answer'>>> => {
  const ended = await collection.find(filter, { session, projection: { _id: 1 } }).toArray()
  return {
    writes: ended.map(({ _id }) => removeWrite(grants, { _id: equalText(_id) })),
    changes: ended.map(({ _id }) => ({ kind: 'grant', grant_id: _id })),
  }
}
