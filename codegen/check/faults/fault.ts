/** A mistake in the definition of an action or a provider. */
export interface Fault {
  readonly message: string
  /** The member of its definition that is to be changed, e.g. `['params', 'owner']`; empty: the definition itself. */
  readonly member: readonly string[]
}

/** Messages about one member. */
export const faultsAt = (member: readonly string[], messages: readonly string[]): Fault[] =>
  messages.map((message) => ({ message, member }))
