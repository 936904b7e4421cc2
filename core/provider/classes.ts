/**
 * The classes of writes: a closed list, in the order in which they are told.
 * - `sends`: a message reaches people: mail, chat, a comment of which people are notified, an invitation, a call.
 * - `pays`: money moves, or is promised or claimed: a payment, refund, invoice, order, subscription.
 * - `shares`: others get access to something that they could not see before, or are invited.
 * - `publishes`: the world sees it.
 * - `deletes`: something is gone, or hard to bring back.
 * - `grants`: rights, roles, members, keys, webhooks, bank details: who may do what, and where data and money go from now on.
 * - `runs`: code, workflows, queries or formulas run, with effects that the call doesn't show.
 */
export const actionClasses = ['sends', 'pays', 'shares', 'publishes', 'deletes', 'grants', 'runs'] as const
export type ActionClass = (typeof actionClasses)[number]

/** The name of a write's class in patterns. `unclassed`: the write declares nothing, so nobody said what it does. */
export type ClassName = ActionClass | 'unclassed'
export const classNames: readonly ClassName[] = [...actionClasses, 'unclassed']

const names: ReadonlySet<string> = new Set(classNames)

export const isClassName = (text: string): text is ClassName => names.has(text)

/** The declared classes in the order of the list, each once. */
export const sortClasses = (declared: readonly ActionClass[]): readonly ActionClass[] =>
  actionClasses.filter((one) => declared.includes(one))

/** Classes as one text, as audit entries have them: `sends,shares`; `null`: none. */
export const classesText = (classes: readonly ClassName[]): string | null => classes.join(',') || null
