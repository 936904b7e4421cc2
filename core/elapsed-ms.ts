/** Milliseconds since a time of `performance.now()`, to the hundredth, as logs and audit entries have them. */
export const elapsedMs = (startedAt: number): number => Math.round((performance.now() - startedAt) * 100) / 100
