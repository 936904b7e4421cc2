import type { Change } from '@patchbay/core/store'
import type { UnixMs } from '@patchbay/core/time'
import type { RecordRead, RecordWrite } from './table.ts'

/** The grants of a tenant token or of a client. */
export type EndingGrants = { readonly tenant_id: string; readonly bearer_hash: string } | { readonly client_id: string }

/** The answer of an operation, and the writes that it asks for, which are carried out together or not at all. */
export interface RecordDecision {
  readonly answer: unknown
  /** In their order. */
  readonly writes?: readonly RecordWrite[]
  /** These grants end, with the codes for them. Their changes are announced, too. */
  readonly ends?: readonly EndingGrants[]
  /** The tenant that is removed, after the writes, with all that the store has of it: see `tenant` of a table. */
  readonly forgets?: string
  /** Announced once everything is durable. */
  readonly changes?: readonly Change[]
}

export type Reads = Readonly<Record<string, RecordRead<unknown>>>
export type ReadResults<R extends Reads> = { readonly [N in keyof R]: R[N] extends RecordRead<infer A> ? A : never }

/** Reads that an operation can name only once it has seen the first ones, and the decision by their results. */
export interface FurtherReads<A> {
  readonly further: readonly Reads[]
  readonly decide: (results: readonly ReadResults<Reads>[]) => RecordDecision & { readonly answer: A }
}

/** The results have the order of the reads. */
export const furtherReads = <R extends Reads, const D extends RecordDecision>(
  further: readonly R[],
  decide: (results: readonly ReadResults<R>[]) => D,
): FurtherReads<D['answer']> => ({ further, decide: decide as FurtherReads<D['answer']>['decide'] })

export const needsMore = (step: RecordDecision | FurtherReads<unknown>): step is FurtherReads<unknown> =>
  'further' in step

export type DecidedAnswer<D> = D extends FurtherReads<infer A> ? A : D extends RecordDecision ? D['answer'] : never

/** The operations of a driver for the ports that are written once for both. */
export interface RecordStore {
  /** The time by the store's clock. */
  now(): UnixMs
  read<A>(read: RecordRead<A>): Promise<A>
  /** Counts the records that a read would find, at most its `limit`, without reading them. */
  count(read: RecordRead<unknown>): Promise<number>
  /** Carries out a single write. Returns how many records it inserted, changed or removed. */
  write(write: RecordWrite): Promise<number>
  /**
   * Runs an operation in one transaction: `decide` gets what was read, and what it asks for is carried out. If it throws, nothing is
   * written, and the error is passed on. It may run more than once. Operations of one scope run one after the other, over all gateways.
   */
  change<R extends Reads, const D extends RecordDecision | FurtherReads<unknown>>(
    scope: string,
    reads: R,
    decide: (results: ReadResults<R>) => D,
  ): Promise<DecidedAnswer<D>>
}
