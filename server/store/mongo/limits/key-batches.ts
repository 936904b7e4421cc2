import { inBackground } from '@patchbay/core/in-background'

/** The callers of one key that one command serves. */
export interface KeyBatch {
  readonly settled: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[]
}

/**
 * Gives the open batch of a key, which runs in the next microtask. One batch of a key runs at a time; callers that come meanwhile go
 * into the next one. `task` is the work's name in the log.
 */
export const createKeyBatches = <B extends KeyBatch>(
  task: string,
  create: () => B,
  runBatch: (key: string, batch: B) => Promise<void>,
): ((key: string) => B) => {
  const next = new Map<string, B>()
  const running = new Set<string>()

  const run = async (key: string): Promise<void> => {
    for (let batch = next.get(key); batch; batch = next.get(key)) {
      next.delete(key)
      const { settled } = batch
      try {
        await runBatch(key, batch)
        for (const { resolve } of settled) resolve()
      } catch (error) {
        for (const { reject } of settled) reject(error)
      }
    }
    running.delete(key)
  }

  return (key) => {
    const batch = next.get(key) ?? create()
    next.set(key, batch)
    if (!running.has(key)) {
      running.add(key)
      queueMicrotask(() => inBackground(run(key), task))
    }
    return batch
  }
}
