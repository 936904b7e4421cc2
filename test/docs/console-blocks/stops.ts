/** What the rules have started, and how that ends. */
export const stops: (() => unknown)[] = []
