// Test lanes: slow

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { writeEmptyStore } from '../empty-store.ts'
import { quickFolder } from '../folders.ts'
import { storeContract } from './store.ts'

storeContract('sqlite', async () => {
  const folder = await mkdtemp(join(quickFolder, 'patchbay-test-'))
  await writeEmptyStore(folder)
  let store = openSqliteStore(folder)
  return {
    store,
    async reopen() {
      await store.close()
      store = openSqliteStore(folder)
      return store
    },
    async remove() {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
})
