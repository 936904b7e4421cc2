import { inBackground } from '../in-background.ts'
import {
  type Aftermath,
  type AuditEntry,
  type Effects,
  type EffectsCommit,
  type IntentBatch,
  type KeyClaim,
  type LostClaim,
  noEffects,
} from '../store/index.ts'
import { currentMs } from '../time.ts'
import { createGatherer, type Gathering, gatherNobody } from './gathering.ts'
import { type Intent, printIntents } from './intents.ts'

/** A write that is about to be sent. */
export interface Opening {
  readonly intent: Intent
  readonly claim?: KeyClaim | undefined
  /** What finds out later whether it was done; it is sealed. */
  readonly parameters?: string | undefined
}

/** Whether an opening is durable, and the claim that it lost. */
export interface Opened {
  readonly durable: boolean
  readonly lost: LostClaim | undefined
}

/** The parameters of some writes, beside the ids of these. */
export type WritesParameters = readonly (readonly [id: string, parameters: string])[]

export interface AuditQueueOptions {
  readonly effects: Pick<Effects, 'commit'>
  /** Called once for each batch that the store didn't take. */
  readonly onFailure: (entries: readonly AuditEntry[], cause: unknown) => void
  /** Milliseconds between tries after a failure. */
  readonly retryMs?: number | undefined
  /** How a write waits for callers that are about to come; by default it doesn't. */
  readonly gathering?: Gathering | undefined
  /** The gateway to which intents belong. */
  readonly gatewayId?: (() => string) | undefined
  /** Seals the parameters of a batch of intents. */
  readonly seal?: ((parameters: WritesParameters, batch: string) => Promise<string>) | undefined
}

/** Everything that is written together; its callers share one promise. */
interface QueuedBatch {
  waiting: number
  readonly entries: AuditEntry[]
  readonly openings: Opening[]
  readonly aftermaths: Aftermath[]
  readonly promise: Promise<BatchResult>
  readonly resolve: (result: BatchResult) => void
  readonly reject: (error: unknown) => void
}

interface BatchResult {
  readonly durable: boolean
  readonly lost: readonly LostClaim[]
}

const maxBatch = 500
/** Entries kept while the store is down. New calls are refused then, so only calls under way add entries. */
const maxUnwritten = 100_000

/** Knows which writes are open, so that a batch of intents can be removed once all of its writes have their entries. */
const createOpenIntents = () => {
  const batchOf = new Map<string, { readonly id: string; open: number }>()
  return {
    has: (id: string): boolean => batchOf.has(id),
    open(batch: string, intents: readonly Intent[]): void {
      const opened = { id: batch, open: intents.length }
      for (const { id } of intents) batchOf.set(id, opened)
    },
    /** The batches that these entries close. */
    close(entries: readonly AuditEntry[]): readonly string[] {
      if (batchOf.size === 0) return []
      const closed: string[] = []
      for (const { id } of entries) {
        const batch = batchOf.get(id)
        if (!batch) continue
        batchOf.delete(id)
        if (--batch.open === 0) closed.push(batch.id)
      }
      return closed
    },
  }
}

/**
 * Makes entries of calls and intents of writes durable, in one write for all that wait: what arrives during a write goes into the next
 * batch.
 */
export const createAuditQueue = ({
  effects,
  onFailure,
  retryMs = 500,
  gathering = gatherNobody,
  gatewayId = () => '',
  seal,
}: AuditQueueOptions) => {
  const batches: QueuedBatch[] = []
  const openIntents = createOpenIntents()
  const gatherer = createGatherer(gathering, maxBatch)
  const unwritten: EffectsCommit[] = []
  let unwrittenEntries = 0
  let underWay: EffectsCommit | undefined
  let scheduled = false
  let writing: Promise<void> | undefined
  let retry: Timer | undefined
  let closed = false

  const buildIntents = async (openings: readonly Opening[]): Promise<IntentBatch | null> => {
    const [first] = openings
    if (!first) return null
    const intents = openings.map(({ intent }) => intent)
    const { id } = first.intent
    openIntents.open(id, intents)
    const parameters: (readonly [string, string])[] = []
    for (const opening of openings)
      if (opening.parameters !== undefined) parameters.push([opening.intent.id, opening.parameters])
    const sealed = seal && parameters.length > 0 ? await seal(parameters, id) : null
    return { id, gateway_id: gatewayId(), count: openings.length, lines: printIntents(intents), sealed }
  }

  /** Everything but the intents. */
  const buildCommit = ({ entries, openings, aftermaths }: QueuedBatch): EffectsCommit => {
    const common = { ...noEffects, entries, closed: openIntents.close(entries), now: currentMs() }
    if (openings.length === 0 && aftermaths.length === 0) return common
    return {
      ...common,
      claims: [...aftermaths.flatMap(({ claims = [] }) => claims), ...openings.flatMap(({ claim }) => claim ?? [])],
      ends: aftermaths.flatMap(({ ends = [] }) => ends),
      unknown: aftermaths.flatMap(({ unknown }) => unknown ?? []),
      resolved: aftermaths.flatMap(({ resolved }) => resolved ?? []),
    }
  }

  /** Keeps what a failed commit has, but for the writes that it opened: they aren't sent. */
  const keep = (commit: EffectsCommit, cause: unknown): void => {
    const { entries, claims } = commit
    if (entries.length > 0) onFailure(entries, cause)
    const kept = entries.slice(0, maxUnwritten - unwrittenEntries)
    unwritten.push({
      ...commit,
      entries: kept,
      again: true,
      // Without its entry a write stays open.
      closed: kept.length === entries.length ? commit.closed : [],
      claims: claims.filter(({ kind }) => kind === 'replace'),
    })
    unwrittenEntries += kept.length
    if (!retry) retryLater()
  }

  const retryLater = (): void => {
    if (!closed) retry = setTimeout(() => inBackground(retryUnwritten(), 'retry_audit'), retryMs)
  }

  const retryUnwritten = async (): Promise<void> => {
    try {
      for (let commit = unwritten[0]; commit; commit = unwritten[0]) {
        await effects.commit(commit)
        unwritten.shift()
        unwrittenEntries -= commit.entries.length
      }
      retry = undefined
    } catch {
      // `onFailure` was called when the batch failed for the first time; what it had stays in `unwritten`.
      retryLater()
    }
  }

  const writeBatch = async (batch: QueuedBatch): Promise<BatchResult> => {
    const commit = buildCommit(batch)
    underWay = commit
    try {
      const intents = await buildIntents(batch.openings)
      return { durable: true, lost: await effects.commit(intents ? { ...commit, intents } : commit) }
    } catch (cause) {
      keep(commit, cause)
      return { durable: false, lost: [] }
    } finally {
      underWay = undefined
    }
  }

  const write = async (): Promise<void> => {
    for (let batch = batches[0]; batch; batch = batches[0]) {
      await gatherer.gather(batch.waiting)
      batches.shift()
      // A fault of one batch must not hold up the others for ever.
      try {
        const result = await writeBatch(batch)
        gatherer.wrote(batch.waiting + (batches[0]?.waiting ?? 0))
        batch.resolve(result)
      } catch (error) {
        batch.reject(error)
      }
    }
    writing = undefined
  }

  const flush = (): void => {
    scheduled = false
    if (batches.length > 0) writing ??= write()
  }

  const newBatch = (): QueuedBatch => {
    const batch = { waiting: 0, entries: [], openings: [], aftermaths: [], ...Promise.withResolvers<BatchResult>() }
    batches.push(batch)
    return batch
  }

  /** The batch that the next caller joins. */
  const join = (): QueuedBatch => {
    const newest = batches.at(-1)
    const batch = newest && newest.waiting < maxBatch ? newest : newBatch()
    batch.waiting++
    gatherer.joined(batch.waiting)
    if (!scheduled && !writing) {
      scheduled = true
      // Not a microtask: that would write each call's entry in a batch of its own.
      setImmediate(flush)
    }
    return batch
  }

  return {
    /** Resolves when the entry is durable, or when the store has failed and the entry is kept to be tried again. */
    async add(entry: AuditEntry, aftermath?: Aftermath): Promise<void> {
      const batch = join()
      batch.entries.push(entry)
      if (aftermath) batch.aftermaths.push(aftermath)
      await batch.promise
    },
    /** Resolves when the intent is durable and its claim decided, or when the store has failed. Nothing is tried again. */
    open(opening: Opening): Promise<Opened> {
      const batch = join()
      batch.openings.push(opening)
      return batch.promise.then(({ durable, lost }) => ({
        durable,
        lost: lost.length === 0 ? undefined : lost.find(({ entry_id }) => entry_id === opening.intent.id),
      }))
    },
    /** Whether a write is under way, or its entry isn't durable yet. */
    isOpen: (id: string): boolean =>
      openIntents.has(id) ||
      [...(underWay ? [underWay] : []), ...unwritten].some(({ entries }) => entries.some((entry) => entry.id === id)),
    /** Whether the store has taken everything so far. */
    get writable(): boolean {
      return unwritten.length === 0
    },
    /** Writes the waiting entries, and tries the kept ones once more. */
    async close(): Promise<void> {
      closed = true
      clearTimeout(retry)
      flush()
      await writing
      await retryUnwritten()
    },
  }
}
