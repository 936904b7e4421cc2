import { afterAll } from 'vitest'
import { openMongoStore } from '../../server/store/mongo/index.ts'
import { emptyDatabase, startMongod } from '../mongodb.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { storeContract } from './store.ts'

const standalone = await startMongod({ standalone: true })
afterAll(() => standalone.stop())

for (const [name, uri] of Object.entries({
  'mongodb replica set': sharedMongodb(),
  'mongodb standalone': standalone.uri,
})) {
  const database = withDatabase(uri, 'patchbay-test-contract')

  storeContract(name, async () => {
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
}
