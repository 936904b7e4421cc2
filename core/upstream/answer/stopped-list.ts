/** Why a list ends although the vendor has more of it, or may have. */
export interface StoppedList {
  readonly more: true
  /** Where it goes on: the next cursor, number or address; left out: nobody knows. */
  readonly next?: string | number | bigint | undefined
  readonly stopped: string
}
