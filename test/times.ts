/** How often a test does what it does by chance: so often, and as many times more as `TEST_TIMES` says. `bun run long` sets that. */
export const times = (count: number): number => count * Number(process.env.TEST_TIMES ?? 1)
