/** The repetitions of a random test: `count` times `TEST_TIMES`, which `bun run long` sets. */
export const times = (count: number): number => count * Number(process.env.TEST_TIMES ?? 1)

/** True where all of what takes long is asked for, as `bun run long` does. */
export const isThorough = process.env.TEST_TIMES !== undefined

/** Every third of a list whose items take long; all of them in a thorough run. */
export const everyThird = <T>(items: readonly T[]): readonly T[] =>
  isThorough ? items : items.filter((_, n) => n % 3 === 0)
