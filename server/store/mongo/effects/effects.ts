import { setTimeout } from 'node:timers/promises'
import type { Effects, EffectsCommit } from '@patchbay/core/store'
import { chooseOldestAnswers, mostGivenUp } from '../../rules/effects/choose-oldest-answers.ts'
import { effectKeyTable, unknownEffectTable } from '../../rules/effects/effect-tables.ts'
import { createUnknownEffects, readRunningKeys } from '../../rules/effects/unknown-effects.ts'
import type { MongoAudit } from '../audit/log.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { putAll } from '../engine/put-all.ts'
import { createTableDocuments } from '../engine/table-documents.ts'
import { readRecords, writeRecord } from '../engine/tables.ts'
import { equalText, requireText } from '../engine/text.ts'
import type { MongoGateways } from '../gateways.ts'
import { mongoIntents } from './intents.ts'
import { mongoEffectKeys } from './keys.ts'

const { collection: unknownEffects, documentOf } = createTableDocuments(unknownEffectTable.definition)
const { collection: effectKeys } = createTableDocuments(effectKeyTable.definition)

/** Documents of one command, which may have 16 MiB. */
const mostRemoved = 1000

/** The time after which an abandoned commit counts as lost with its connection. */
const mostLateMs = 30_000

/** The commits that were given up and are still under way. */
const createLateCommits = () => {
  const late = new Set<Promise<unknown>>()
  return {
    add(ending: Promise<unknown>): void {
      const ended = ending
        .catch(() => undefined)
        .finally(() => {
          late.delete(ended)
        })
      late.add(ended)
    },
    /** Waits until they have ended. */
    end: (): Promise<unknown> | undefined =>
      late.size === 0
        ? undefined
        : Promise.race([Promise.all(late), setTimeout(mostLateMs, undefined, { ref: false })]),
  }
}

export interface MongoEffects extends Effects {
  close(): Promise<void>
}

/** Forgets keys whose time is over, and answers where they take too much room. */
const createKeyCare = (db: MongoDatabase): Pick<Effects, 'forgetKeys' | 'trimAnswers'> => ({
  forgetKeys: (now, limit) =>
    db.runWrite('audit', async () => {
      const collection = db.plainCollection(effectKeys)
      const expired = { expires_at: { $lte: now } }
      const expiredKeys = await collection
        .find(expired, { sort: { expires_at: 1 }, limit: Math.min(limit, mostRemoved), projection: { _id: 1 } })
        .toArray()
      if (expiredKeys.length === 0) return 0
      const { deletedCount } = await collection.deleteMany({
        _id: { $in: expiredKeys.map(({ _id }) => _id) },
        ...expired,
      })
      return deletedCount
    }),
  trimAnswers: (tenant, mostBytes) =>
    db.runWrite('audit', async (nextCommand) => {
      const collection = db.plainCollection(effectKeys)
      const withAnswer = { tenant: equalText(tenant), bytes: { $gt: 0 } }
      const sum = { $group: { _id: null, bytes: { $sum: '$bytes' } } }
      const [all] = await collection.aggregate<{ bytes: number }>([{ $match: withAnswer }, sum]).toArray()
      let excess = (all?.bytes ?? 0) - mostBytes
      while (excess > 0) {
        nextCommand()
        const options = { sort: { expires_at: 1 }, limit: mostGivenUp, projection: { bytes: 1 } } as const
        const answers = await collection.find(withAnswer, options).toArray()
        const { ids, bytes } = chooseOldestAnswers(
          answers.map((answer) => ({ id: String(answer._id), bytes: answer.bytes })),
          excess,
        )
        // Others have removed them meanwhile.
        if (ids.length === 0) return
        await collection.updateMany({ _id: { $in: ids } }, { $set: { sealed_answer: null, bytes: 0 } })
        excess -= bytes
      }
    }),
})

export const mongoEffects = (
  db: MongoDatabase,
  audit: Pick<MongoAudit, 'add' | 'find'>,
  gateways: Pick<MongoGateways, 'endLapsed'>,
): MongoEffects => {
  const intents = mongoIntents(db)
  const keys = mongoEffectKeys(db)
  const unknown = db.plainCollection(unknownEffects)

  /** All at once. It fails only when everything has ended, so that no write of a failed commit overtakes a later one. */
  const late = createLateCommits()

  const apply = async ({ entries, intents: batch, claims, ends, now }: EffectsCommit) => {
    const claiming = keys.claim(claims, now)
    const done = await Promise.allSettled([audit.add(entries), intents.add(batch), keys.end(ends), claiming])
    const failed = done.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    return claiming
  }

  return {
    ...createUnknownEffects({
      read: (read) => db.run(() => readRecords(db, read)),
      write: (write) => db.runWrite('audit', () => writeRecord(db, write)),
    }),
    commit: (commit) =>
      db.runWrite(
        'audit',
        async (nextCommand) => {
          // This commit may end an intent that an earlier one has yet to claim, so it must not overtake that one.
          const earlier = late.end()
          if (earlier) await earlier.then(nextCommand)
          // Before the entries: a call that is listed as unknown and has no entry yet gets it from recovery.
          await putAll(unknown, commit.unknown.map(documentOf))
          const lost = await apply(commit)
          const { resolved, closed } = commit
          if (resolved.length > 0) await unknown.deleteMany({ _id: { $in: resolved.map(requireText) } })
          intents.remove(closed)
          return lost
        },
        late.add,
      ),
    deadGateways: () =>
      db.run(async () => {
        const open = [...(await intents.gateways()), ...(await keys.gateways())]
        return gateways.endLapsed([...new Set(open)])
      }),
    orphans: (gatewayId, limit) =>
      db.run(async () => ({
        batches: await intents.of(gatewayId, limit),
        keys: await readRecords(db, readRunningKeys(gatewayId, limit)),
      })),
    entries: (ids) => db.run(() => audit.find(ids)),
    keys: (ids) => db.run(async () => [...(await keys.find(ids)).values()]),
    countUnknown: () => db.run(() => unknown.countDocuments({})),
    ...createKeyCare(db),
    close: intents.close,
  }
}
