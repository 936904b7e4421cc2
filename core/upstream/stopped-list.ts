import type { CursorValue } from './list-marks.ts'

/** The end of a list of which the vendor has more, or may have. */
export interface StoppedList {
  readonly more: true
  /** The next cursor, number or address; left out: nobody knows. */
  readonly next?: CursorValue | undefined
  readonly stopped: string
}
