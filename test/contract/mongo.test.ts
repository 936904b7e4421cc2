import { afterAll, beforeAll } from 'vitest'
import { openMongoStore } from '../../server/store/mongo/index.ts'
import { emptyDatabase, type Mongod, startMongod, withDatabase } from '../mongodb.ts'
import { storeContract } from './store.ts'

const deployments = { 'mongodb replica set': {}, 'mongodb standalone': { standalone: true } }

for (const [name, options] of Object.entries(deployments)) {
  let mongod: Mongod
  beforeAll(async () => {
    mongod = await startMongod(options)
  })
  afterAll(() => mongod.stop())

  storeContract(name, async () => {
    const uri = withDatabase(mongod.uri, 'contract')
    await emptyDatabase(uri)
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
  })
}
