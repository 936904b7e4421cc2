import type { ClassName } from '@patchbay/core/provider'

/** What writes of a class may do, for people. */
const words: Readonly<Record<ClassName, string>> = {
  sends: 'send messages to people',
  pays: 'move or promise money',
  shares: 'give others access',
  publishes: 'publish to the world',
  deletes: 'delete things',
  grants: 'change rights, members, keys and bank details',
  runs: 'run code, workflows and formulas',
  unclassed: 'make changes that nobody has classified',
}

/** What writes of these classes may do; `''`: none of it. */
export const describeClasses = (classes: readonly ClassName[]): string => {
  const all = classes.map((one) => words[one])
  const [last = '', ...others] = all.reverse()
  return others.length === 0 ? last : `${others.reverse().join('; ')}; and ${last}`
}
