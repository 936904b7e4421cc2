const boundMs = 5000

/** Asks again until `find` finds something. Throws when that takes too long. */
export const eventually = async <T>(what: string, find: () => Promise<T | undefined>): Promise<T> => {
  const end = performance.now() + boundMs
  while (performance.now() < end) {
    const found = await find()
    if (found !== undefined) return found
    await Bun.sleep(5)
  }
  throw new Error(`${what} did not come about within ${boundMs} ms`)
}
