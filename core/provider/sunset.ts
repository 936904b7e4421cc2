/** The end of an action at its vendor. */
export interface Sunset {
  /**
   * The day from which the vendor doesn't answer it any more, in UTC. From then on callers don't find the action and can't call it.
   * @example on: '2026-08-26'
   */
  readonly on: string
  /**
   * The action that takes its place; left out: none does.
   * @example instead: 'create_response'
   */
  readonly instead?: string
}
