import { MongoJobRepository } from '@agendajs/mongo-backend'
import type { JobRepository } from 'agenda'
import type { Document } from 'mongodb'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'

const oncePerSchedule = { repeatInterval: { $type: 'string' } } as const

/**
 * Agenda's own documents, one a schedule. Unique, as Agenda looks for a job and then inserts it: two gateways that start
 * at once would make two.
 */
export const jobs: CollectionOf<Document> = {
  name: 'jobs',
  indexes: [{ key: { name: 1, repeatInterval: 1 }, unique: true, partialFilterExpression: oncePerSchedule }],
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
      const member: unknown = Reflect.get(target, name)
      // `then` above all: a promise looks for it.
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => db.run(() => Reflect.apply(member, target, args))
    },
  })
}
