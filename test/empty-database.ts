import { type Db, MongoClient } from 'mongodb'

const withClient = async (uri: string, work: (client: MongoClient) => Promise<unknown>): Promise<void> => {
  const client = new MongoClient(uri)
  try {
    await work(client)
  } finally {
    await client.close()
  }
}

/** Asks once which collections have documents: a test writes to few of them. */
const findFilled = async (db: Db): Promise<readonly string[]> => {
  const listed = await db.listCollections({}, { nameOnly: true }).toArray()
  // The records of a start stay, and so does its note.
  const [first, ...others] = listed
    .filter(({ name }) => name !== 'made')
    .map(({ name }) => {
      const one = [{ $limit: 1 }, { $project: { _id: 0, name: { $literal: name } } }]
      return { name, one, union: { $unionWith: { coll: name, pipeline: one } } }
    })
  if (!first) return []
  const pipeline = [...first.one, ...others.map(({ union }) => union)]
  return (await db.collection(first.name).aggregate(pipeline).toArray()).map(({ name }) => name)
}

/** Removes all documents and leaves the collections: making them takes longer than most tests. */
export const removeDocuments = async (db: Db): Promise<void> => {
  const filled = await findFilled(db)
  await Promise.all(filled.map((name) => db.collection(name).deleteMany({})))
}

/** The same, over a connection of its own. */
export const emptyDatabase = (uri: string): Promise<void> => withClient(uri, (client) => removeDocuments(client.db()))

/** Removes what the tests of a run have made on a server that stays. */
export const dropTestDatabases = (uri: string): Promise<void> =>
  withClient(uri, async (client) => {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
    const ours = databases.filter(({ name }) => name.startsWith('patchbay-test-'))
    await Promise.all(ours.map(({ name }) => client.db(name).dropDatabase()))
  })
