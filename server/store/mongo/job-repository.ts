import { MongoJobRepository } from '@agendajs/mongo-backend'
import type { JobRepository } from 'agenda'
import type { Document } from 'mongodb'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'

/**
 * Agenda's own documents, one a schedule. Unique, as Agenda looks for a job and then inserts it: two gateways that start
 * at once would make two.
 */
export const jobs: CollectionOf<Document> = {
  name: 'jobs',
  indexes: [{ key: { name: 1, repeatInterval: 1 }, unique: true }],
}

/** Agenda's repository over the connections of the store; what MongoDB can't do rejects with UNAVAILABLE. */
export const mongoJobRepository = (db: MongoDatabase): JobRepository => {
  const repository: JobRepository = new MongoJobRepository({
    mongo: db.databaseOf(jobs),
    db: { collection: jobs.name },
    ensureIndex: false,
  })
  return new Proxy(repository, {
    get(target, name) {
      const member = target[name as keyof JobRepository]
      return (...args: unknown[]) => db.run(() => Reflect.apply(member, target, args))
    },
  })
}
