/** The most requests at once. */
const most = 6

/**
 * Calls `work` for each item, a few at a time, and tells how many are done. The first is alone: it may ask for the key, once for all.
 */
export const inTurns = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  onDone: (count: number) => void,
): Promise<readonly Result[]> => {
  const results: Result[] = []
  let [next, done] = [0, 0]
  const takeNext = async (): Promise<boolean> => {
    const index = next
    const item = items[index]
    if (item === undefined) return false
    next += 1
    results[index] = await work(item)
    done += 1
    onDone(done)
    return true
  }
  const takeAll = async (): Promise<void> => {
    while (await takeNext());
  }
  await takeNext()
  await Promise.all(Array.from({ length: most }, takeAll))
  return results
}
