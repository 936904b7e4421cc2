/** Stands in a list for the run of names that many lists share. */
export const mark = '*'

/** Longer ones are rare, and cost time to find. */
const longestRun = 16

const measureJson = (names: readonly string[]): number => JSON.stringify(names).length

/** Finds the run of names that is worth writing only once, because many lists hold it. Values other than texts are skipped. */
export const commonRun = (lists: readonly (readonly unknown[])[]): readonly string[] => {
  const counts = new Map<unknown, number>()
  for (const list of lists) for (const name of list) counts.set(name, (counts.get(name) ?? 0) + 1)
  const isFrequent = (name: unknown): name is string =>
    typeof name === 'string' && (counts.get(name) ?? 0) > Math.max(2, lists.length / 8)
  const runs = new Map<string, { readonly names: readonly string[]; count: number }>()
  for (const list of lists) {
    for (const start of list.keys()) {
      for (let end = start; end < Math.min(list.length, start + longestRun) && isFrequent(list[end]); end++) {
        const names = list.slice(start, end + 1) as string[]
        const run = runs.get(names.join('\n')) ?? { names, count: 0 }
        run.count++
        runs.set(names.join('\n'), run)
      }
    }
  }
  let best: { readonly names: readonly string[]; readonly bytes: number } = { names: [], bytes: 0 }
  for (const { names, count } of runs.values()) {
    const bytes = (count - 1) * (measureJson(names) - measureJson([mark])) - 15
    if (bytes > best.bytes) best = { names, bytes }
  }
  return best.names
}

/** The list, with the mark in place of the run. */
export const withoutRun = <T>(list: readonly T[], run: readonly string[]): readonly (T | string)[] => {
  const start = (list as readonly unknown[]).indexOf(run[0])
  if (start < 0 || run.some((name, index) => list[start + index] !== name)) return list
  return [...list.slice(0, start), mark, ...list.slice(start + run.length)]
}

/** The list, with the run in place of the mark. */
export const withRun = <T>(list: readonly T[], run: readonly T[]): readonly T[] =>
  list.some((one) => one === mark) ? list.flatMap((one) => (one === mark ? run : [one])) : list
