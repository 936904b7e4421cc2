/** How often a test does what it does by chance: so often, and as many times more as `TEST_TIMES` says. `bun run long` sets that. */
export const times = (count: number): number => count * Number(process.env.TEST_TIMES ?? 1)

/** Every third of a list whose items take long; all of them where `TEST_TIMES` asks for more, so in `bun run long`. */
export const everyThird = <T>(items: readonly T[]): readonly T[] =>
  process.env.TEST_TIMES === undefined ? items.filter((_, n) => n % 3 === 0) : items
