import { LRUCache } from 'lru-cache'
import type { Effects } from '../../store/index.ts'

/** The most bytes of answers that are kept for a tenant. */
const mostBytes = 16 * 2 ** 20
/** The bytes that may be added to a tenant's answers before the oldest are removed again. */
const slackBytes = 2 ** 20
const mostTenants = 10_000

export interface AnswerTrimmer {
  /** Call before an answer of `bytes` bytes is stored. */
  noteAnswer(tenant: string, bytes: number): void
  /** Waits for removals under way. */
  close(): Promise<void>
}

/** Keeps the answers of each tenant within their bound. Answers stored by other processes are counted whenever a tenant's answers are read. */
export const createAnswerTrimmer = (
  effects: Pick<Effects, 'trimAnswers'>,
  onError: (error: unknown) => void,
): AnswerTrimmer => {
  const added = new LRUCache<string, { bytes: number }>({ max: mostTenants })
  const running = new Map<string, Promise<void>>()

  const trim = (tenant: string): void => {
    const trimming = effects
      .trimAnswers(tenant, mostBytes - slackBytes)
      .catch(onError)
      .finally(() => running.delete(tenant))
    running.set(tenant, trimming)
  }

  return {
    noteAnswer(tenant, bytes) {
      // A new process doesn't know how much is stored.
      const growth = added.get(tenant) ?? { bytes: slackBytes }
      growth.bytes += bytes
      added.set(tenant, growth)
      if (growth.bytes < slackBytes || running.has(tenant)) return
      growth.bytes = 0
      trim(tenant)
    },
    async close() {
      await Promise.all(running.values())
    },
  }
}
