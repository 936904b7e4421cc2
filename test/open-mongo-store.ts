import { currentLevel } from '@patchbay/core/store'
import { openMongoStore } from '../server/store/mongo/index.ts'

/** Opens the store as a start does: it waits for a server that is slow to answer, as the machine may be busy. */
export const openMongoPatiently = (uri: string, level = currentLevel) => openMongoStore(uri, level, () => undefined)
