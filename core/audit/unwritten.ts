import { inBackground } from '../in-background.ts'
import type { AuditEntry, Effects, EffectsCommit } from '../store/index.ts'

/** The most entries kept while the store is down. New calls are refused then, so only calls under way add entries. */
const maxUnwritten = 100_000

export interface UnwrittenOptions {
  readonly effects: Pick<Effects, 'commit'>
  /** Called once for each batch that the store didn't take. */
  readonly onFailure: (entries: readonly AuditEntry[], cause: unknown) => void
  /** Milliseconds between tries after a failure. */
  readonly retryMs?: number | undefined
}

/** The commits that the store didn't take, which are tried again until it does. */
export const createUnwritten = ({ effects, onFailure, retryMs = 500 }: UnwrittenOptions) => {
  const commits: EffectsCommit[] = []
  let count = 0
  let timer: Timer | undefined
  let closed = false

  const retryLater = (): void => {
    if (!closed) timer = setTimeout(() => inBackground(retry(), 'retry_audit'), retryMs)
  }

  const retry = async (): Promise<void> => {
    try {
      for (let commit = commits[0]; commit; commit = commits[0]) {
        await effects.commit(commit)
        commits.shift()
        count -= commit.entries.length
      }
      timer = undefined
    } catch {
      // `onFailure` was called when the batch failed for the first time; its entries stay here.
      retryLater()
    }
  }

  return {
    commits: commits as readonly EffectsCommit[],
    /** Keeps the contents of a failed commit, except the writes that it opened: they aren't sent. */
    keep(commit: EffectsCommit, cause: unknown): void {
      const { entries, claims } = commit
      if (entries.length > 0) onFailure(entries, cause)
      const fitting = entries.slice(0, maxUnwritten - count)
      commits.push({
        ...commit,
        entries: fitting,
        again: true,
        // Without its entry a write stays open.
        closed: fitting.length === entries.length ? commit.closed : [],
        claims: claims.filter(({ kind }) => kind === 'replace'),
      })
      count += fitting.length
      if (!timer) retryLater()
    },
    /** Call this before the last flush: no timer starts any more. */
    stop(): void {
      closed = true
      clearTimeout(timer)
    },
    retry,
  }
}
