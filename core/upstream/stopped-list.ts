/** A cursor as vendors write it: in JSON bodies it may be an object or a list; an object also keeps a number's digits. */
export type CursorValue = string | number | bigint | object

/** The end of a list of which the vendor has more, or may have. */
export interface StoppedList {
  readonly more: true
  /** The next cursor, number or address; left out: nobody knows. */
  readonly next?: CursorValue | undefined
  readonly stopped: string
}
