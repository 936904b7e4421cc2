import type { ClassName } from '../provider/index.ts'

/** The classes of which each call needs a yes of its own: money, rights, and what nobody has described. */
const decidedOneByOne: ReadonlySet<ClassName> = new Set(['pays', 'grants', 'unclassed'])

/** True if an action can be approved in advance. A raw request may be any request, so a yes to one is no yes to others. */
export const canStand = (action: string, classes: readonly ClassName[]): boolean =>
  action !== 'raw' && !classes.some((one) => decidedOneByOne.has(one))
