import type { ConnectLink } from '@patchbay/core/store'
import { exactSecondsOf, secondsOf } from '@patchbay/core/time'
import { lessThan } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { linkTable, newestLinkFirst } from './link-table.ts'

/** Links that are read at once. */
const sliceSize = 500

/** All links of a tenant, newest first. Calls run between two slices. */
async function* readLinks(store: RecordStore, tenant: string): AsyncGenerator<ConnectLink> {
  for (let last: string | undefined; ; ) {
    const filter = { tenant, ...(last !== undefined && { connect_id: lessThan(last) }) }
    const slice = await store.read(linkTable.list(filter, { ...newestLinkFirst, limit: sliceSize }))
    yield* slice
    if (slice.length < sliceSize) return
    last = slice.at(-1)?.connect_id
  }
}

/**
 * Finds the links that ended, whoever ended them: gateways of earlier versions note no time, so the time counts at which it is noticed.
 * The older one of an account's two links is removed first. Were it the other way round, and cut off in between, the older one would
 * say whose account it is.
 */
export const pruneLinks = async (store: RecordStore, tenant: string, before: Date, now: Date): Promise<number> => {
  const [endedBefore, ended_at] = [exactSecondsOf(before), secondsOf(now)]
  const newer = new Set<string>()
  const old: string[] = []
  for await (const { connect_id, version, status, provider, account, ...link } of readLinks(store, tenant)) {
    if (status !== 'connected') continue
    const key = JSON.stringify([provider, account])
    const hasEnded = newer.has(key) || link.replaced === true || link.disconnected === true
    newer.add(key)
    if (!hasEnded) continue
    if (link.ended_at === undefined) await store.write(linkTable.update({ connect_id, version }, { ended_at }))
    else if (link.ended_at <= endedBefore) old.push(connect_id)
  }
  for (const connect_id of old.toReversed()) await store.write(linkTable.remove({ connect_id }))
  return old.length
}
