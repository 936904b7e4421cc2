import type { MongoClient } from 'mongodb'
import { openMongoStore } from '../../server/store/mongo/index.ts'
import { removeDocuments } from '../empty-database.ts'

/** The store in an emptied database, as `storeContract` takes it. `client` reaches the database directly, `uri` as the store does. */
export const openEmptyMongoStore = async (client: MongoClient, uri: string) => {
  await removeDocuments(client.db())
  let store = await openMongoStore(uri)
  return {
    store,
    async reopen() {
      await store.close()
      store = await openMongoStore(uri)
      return store
    },
    remove: () => store.close(),
  }
}
