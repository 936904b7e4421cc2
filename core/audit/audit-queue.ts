import { type Aftermath, type AuditEntry, type EffectsCommit, type LostClaim, noEffects } from '../store/index.ts'
import { currentMs } from '../time.ts'
import { createGatherer, type Gathering, gatherNobody } from './gathering.ts'
import { createOpenIntents, type IntentsOptions, type Opening } from './open-intents.ts'
import { createUnwritten, type UnwrittenOptions } from './unwritten.ts'

export interface AuditQueueOptions extends IntentsOptions, UnwrittenOptions {
  /** The wait of a write for callers that are about to come; by default there is none. */
  readonly gathering?: Gathering | undefined
}

/** The entries and intents that are written together; their callers share one promise. */
interface QueuedBatch {
  waiting: number
  /** The length of all parameters. */
  characters: number
  readonly entries: AuditEntry[]
  readonly openings: Opening[]
  readonly aftermaths: Aftermath[]
  readonly promise: Promise<BatchResult>
  readonly resolve: (result: BatchResult) => void
  readonly reject: (error: unknown) => void
  /** Resolves with `promise`; made for the first caller that needs no result. */
  ended?: Promise<void>
}

/** The result of a batch: its durability, and the claims of its openings that were lost. */
export interface BatchResult {
  readonly durable: boolean
  readonly lost: readonly LostClaim[]
}

const maxBatch = 500
/**
 * The most characters of parameters in a batch. Sealed, a character takes four bytes at most, and the intents of a batch are one document,
 * which has 16 MiB in MongoDB: a larger one would fail, and with it the writes of all others in the batch.
 */
const maxCharacters = 2 ** 21
const withoutResult = (): void => undefined

/** The commit of a batch without its intents. */
const buildCommit = ({ entries, openings, aftermaths }: QueuedBatch, closed: readonly string[]): EffectsCommit => {
  const common = { ...noEffects, entries, closed, now: currentMs() }
  if (openings.length === 0 && aftermaths.length === 0) return common
  return {
    ...common,
    claims: [...aftermaths.flatMap(({ claims = [] }) => claims), ...openings.flatMap(({ claims = [] }) => claims)],
    ends: aftermaths.flatMap(({ ends = [] }) => ends),
    unknown: aftermaths.flatMap(({ unknown }) => unknown ?? []),
    resolved: aftermaths.flatMap(({ resolved }) => resolved ?? []),
  }
}

const newBatch = (): QueuedBatch => ({
  waiting: 0,
  characters: 0,
  entries: [],
  openings: [],
  aftermaths: [],
  ...Promise.withResolvers<BatchResult>(),
})

const hasEntry = ({ entries }: EffectsCommit, id: string): boolean => entries.some((entry) => entry.id === id)

/** The newest batch, if it has room for a caller with so many characters of parameters. */
const findOpenBatch = (batches: readonly QueuedBatch[], characters: number): QueuedBatch | undefined => {
  const newest = batches.at(-1)
  const isOpen = newest && newest.waiting < maxBatch && newest.characters + characters <= maxCharacters
  return isOpen ? newest : undefined
}

/** Writes one batch after the other. */
const createBatchWriter = (
  effects: AuditQueueOptions['effects'],
  openIntents: ReturnType<typeof createOpenIntents>,
  unwritten: ReturnType<typeof createUnwritten>,
) => {
  let underWay: EffectsCommit | undefined
  return {
    async write(batch: QueuedBatch): Promise<BatchResult> {
      const commit = buildCommit(batch, openIntents.close(batch.entries))
      underWay = commit
      try {
        const intents = await openIntents.open(batch.openings)
        return { durable: true, lost: await effects.commit(intents ? { ...commit, intents } : commit) }
      } catch (cause) {
        unwritten.keep(commit, cause)
        return { durable: false, lost: [] }
      } finally {
        underWay = undefined
      }
    },
    /** The commit that is being written. */
    underWay: (): readonly EffectsCommit[] => (underWay ? [underWay] : []),
  }
}

/**
 * Makes entries of calls and intents of writes durable, in one write for all that wait: those that arrive during a write join the next
 * batch.
 */
export const createAuditQueue = (options: AuditQueueOptions) => {
  const { effects, gathering = gatherNobody } = options
  const batches: QueuedBatch[] = []
  const openIntents = createOpenIntents(options)
  const gatherer = createGatherer(gathering, maxBatch)
  const unwritten = createUnwritten(options)
  const writer = createBatchWriter(effects, openIntents, unwritten)
  let scheduled = false
  let writing: Promise<void> | undefined

  const write = async (): Promise<void> => {
    for (let batch = batches[0]; batch; batch = batches[0]) {
      await gatherer.gather(batch.waiting)
      batches.shift()
      // A fault of one batch must not hold up the others for ever.
      try {
        const result = await writer.write(batch)
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

  /** The batch that the next caller joins. `characters`: the length of its parameters. */
  const join = (characters = 0): QueuedBatch => {
    const batch = findOpenBatch(batches, characters) ?? newBatch()
    if (batch !== batches.at(-1)) batches.push(batch)
    batch.waiting++
    batch.characters += characters
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
    add(entry: AuditEntry, aftermath?: Aftermath): Promise<void> {
      const batch = join()
      batch.entries.push(entry)
      if (aftermath) batch.aftermaths.push(aftermath)
      batch.ended ??= batch.promise.then(withoutResult)
      return batch.ended
    },
    /** Resolves when the intent is durable and its claim decided, or when the store has failed; the result is that of all that were written with it. Nothing is tried again. */
    open(opening: Opening): Promise<BatchResult> {
      const batch = join(opening.parameters?.length)
      batch.openings.push(opening)
      return batch.promise
    },
    /** Tells whether a write is under way, or its entry isn't durable yet. */
    isOpen: (id: string): boolean =>
      openIntents.has(id) || [...writer.underWay(), ...unwritten.commits].some((commit) => hasEntry(commit, id)),
    /** True while the store has taken everything. */
    get writable(): boolean {
      return unwritten.commits.length === 0
    },
    /** Writes the waiting entries, and tries the kept ones once more. */
    async close(): Promise<void> {
      unwritten.stop()
      flush()
      await writing
      await unwritten.retry()
    },
  }
}
