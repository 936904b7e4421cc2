import type { MongoClient } from 'mongodb'
import { removeDocuments } from '../empty-database.ts'
import { openMongoPatiently } from '../open-mongo-store.ts'

/** The store in an emptied database, as `storeContract` takes it. `client` reaches the database directly, `uri` as the store does. */
export const openEmptyMongoStore = async (client: MongoClient, uri: string) => {
  await removeDocuments(client.db())
  let store = await openMongoPatiently(uri)
  return {
    store,
    async reopen() {
      await store.close()
      store = await openMongoPatiently(uri)
      return store
    },
    remove: () => store.close(),
  }
}
