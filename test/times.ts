/** How often a test does what it does by chance: so often, and as many times more as `TEST_TIMES` says. `bun run long` sets that. */
export const times = (count: number): number => count * Number(process.env.TEST_TIMES ?? 1)

/** True where all of what takes long is asked for, as `bun run long` does. */
export const isThorough = process.env.TEST_TIMES !== undefined

/** Every third of a list whose items take long; all of them in a thorough run. */
export const everyThird = <T>(items: readonly T[]): readonly T[] =>
  isThorough ? items : items.filter((_, n) => n % 3 === 0)
