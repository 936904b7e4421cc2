import { setTimeout as sleep } from 'node:timers/promises'

/** Takes a few milliseconds of the embedded store's only thread; calls get their turn in between. */
const slice = 500
const pauseMs = 10

/** Removes a slice at a time until one isn't full or the job is stopped, and returns how many were removed. */
export const removeInSlices = async (
  signal: AbortSignal,
  remove: (limit: number) => Promise<number>,
): Promise<number> => {
  let all = 0
  for (let removed = slice; removed === slice && !signal.aborted; await sleep(pauseMs)) {
    removed = await remove(slice)
    all += removed
  }
  return all
}
