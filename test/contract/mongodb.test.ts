// Test lanes: mongodb, begins-first

import { openMongoStore } from '../../server/store/mongo/index.ts'
import { emptyDatabase } from '../mongodb.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { storeContract } from './store.ts'

const database = withDatabase(sharedMongodb(), 'patchbay-test-contract')

storeContract('mongodb', async () => {
  await emptyDatabase(database)
  let store = await openMongoStore(database)
  return {
    store,
    async reopen() {
      await store.close()
      store = await openMongoStore(database)
      return store
    },
    remove: () => store.close(),
  }
})
