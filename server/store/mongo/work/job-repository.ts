import { MongoJobRepository } from '@agendajs/mongo-backend'
import type { JobRepository } from 'agenda'
import type { Document } from 'mongodb'
import { ownTables } from '../../rules/own-tables.ts'
import type { CollectionOf } from '../engine/collection.ts'
import type { MongoDatabase } from '../engine/database.ts'

const oncePerSchedule = { repeatInterval: { $type: 'string' } } as const

/**
 * Agenda's own documents, one for each schedule. The index is unique: Agenda first looks for a job and then inserts it, so
 * two gateways that start at once would otherwise insert it twice.
 */
export const jobCollection: CollectionOf<Document> = {
  name: 'jobs',
  bound: ownTables.jobs,
  indexes: [{ key: { name: 1, repeatInterval: 1 }, unique: true, partialFilterExpression: oncePerSchedule }],
}

/** Agenda's repository over the connections of the store. An error of MongoDB becomes UNAVAILABLE. */
export const mongoJobRepository = (db: MongoDatabase): JobRepository => {
  const repository: JobRepository = new MongoJobRepository({
    mongo: db.databaseOf(jobCollection),
    db: { collection: jobCollection.name },
    ensureIndex: false,
  })
  return new Proxy(repository, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      // Above all `then`, which `await` looks for.
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => db.run(() => Reflect.apply(member, target, args))
    },
  })
}
