import type { ClientSession, Collection, Filter } from 'mongodb'
import { type GrantDocument, grants } from './grant-document.ts'
import { equal } from './text.ts'
import { type Decision, remove } from './write.ts'

/** The writes and changes that end the grants matching a filter. */
export const endGrants = async (
  collection: Collection<GrantDocument>,
  filter: Filter<GrantDocument>,
  session: ClientSession,
): Promise<Required<Omit<Decision<never>, 'answer'>>> => {
  const ended = await collection.find(filter, { session, projection: { _id: 1 } }).toArray()
  return {
    writes: ended.map(({ _id }) => remove(grants, { _id: equal(_id) })),
    changes: ended.map(({ _id }) => ({ kind: 'grant', grant_id: _id })),
  }
}
