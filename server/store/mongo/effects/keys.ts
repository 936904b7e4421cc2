import type { EffectKey, KeyClaim, KeyEnd, LostClaim } from '@patchbay/core/store'
import type { UnixMs } from '@patchbay/core/time'
import { isTaken, onlyLooks } from '../../rules/effects/decide-claim.ts'
import { effectKeyTable } from '../../rules/effects/effect-tables.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { putAll } from '../engine/put-all.ts'
import { createTableDocuments } from '../engine/table-documents.ts'
import { equalText, requireText } from '../engine/text.ts'

const { collection: effectKeys, documentOf, recordOf } = createTableDocuments(effectKeyTable.definition)

/** The most tries of a claim that others change meanwhile. */
const mostTries = 5

export const mongoEffectKeys = (db: MongoDatabase) => {
  const collection = db.plainCollection(effectKeys)

  /** Local: a key that refused a claim may be on its way to a majority. */
  const find = async (ids: readonly string[]): Promise<ReadonlyMap<string, EffectKey>> => {
    const wanted = { _id: { $in: [...new Set(ids)].map(requireText) } }
    const documents = await collection.find(wanted, { readConcern: 'local' }).toArray()
    return new Map(documents.map((document) => [String(document._id), recordOf(document)]))
  }

  /** Takes a key from a holder whose time is over. `false`: the key is another's by now. */
  const takeOver = async ({ key }: KeyClaim, { entry_id }: EffectKey): Promise<boolean> => {
    const seen = { _id: equalText(key.id), entry_id: equalText(entry_id) }
    return (await collection.replaceOne(seen, documentOf(key))).matchedCount > 0
  }

  const insert = async (claims: readonly KeyClaim[]): Promise<void> => {
    if (claims.length > 0)
      await db.insertNew(
        effectKeys,
        claims.map(({ key }) => documentOf(key)),
      )
  }

  const decide = async (claims: readonly KeyClaim[], now: UnixMs, tries = 1): Promise<readonly LostClaim[]> => {
    const [taking, looking] = [claims.filter(({ kind }) => kind === 'take'), claims.filter(onlyLooks)]
    await insert(taking)
    const holders = await find([...taking, ...looking].map(({ key }) => key.id))
    const lost: LostClaim[] = []
    const again: KeyClaim[] = []
    for (const claim of [...taking, ...looking]) {
      const { entry_id, id } = claim.key
      const holder = holders.get(id)
      if (holder?.entry_id === entry_id) continue
      if (isTaken(claim, holder, now)) lost.push({ entry_id, holder })
      else if (claim.kind === 'take' && !(holder && (await takeOver(claim, holder)))) again.push(claim)
    }
    if (again.length === 0) return lost
    if (tries === mostTries) throw new TypeError('a key of a write changes hands without end')
    return [...lost, ...(await decide(again, now, tries + 1))]
  }

  return {
    find,
    async claim(claims: readonly KeyClaim[], now: UnixMs): Promise<readonly LostClaim[]> {
      if (claims.length === 0) return []
      const replacing = claims.filter(({ kind }) => kind === 'replace')
      await putAll(
        collection,
        replacing.map(({ key }) => documentOf(key)),
      )
      return decide(claims, now)
    },
    async end(ends: readonly KeyEnd[]): Promise<void> {
      if (ends.length === 0) return
      await collection.bulkWrite(
        ends.map(({ id, entry_id, state, sealed_answer, bytes }) => {
          const filter = { _id: equalText(id), entry_id: equalText(entry_id) }
          if (state === 'free') return { deleteOne: { filter } }
          return { updateOne: { filter, update: { $set: { state, sealed_answer, bytes } } } }
        }),
        { ordered: false },
      )
    },
    gateways: (): Promise<string[]> => collection.distinct('gateway_id', { state: 'running' }),
  }
}
