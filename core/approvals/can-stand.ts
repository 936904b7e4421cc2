import type { ClassName } from '../provider/index.ts'

/** The classes whose calls each need an approval: money, rights, and undescribed writes. */
const decidedOneByOne: ReadonlySet<ClassName> = new Set(['pays', 'grants', 'unclassed'])

/** True if an action can be approved in advance. A raw request may be any request, so approving one approves no other. */
export const canStand = (action: string, classes: readonly ClassName[]): boolean =>
  action !== 'raw' && !classes.some((one) => decidedOneByOne.has(one))
