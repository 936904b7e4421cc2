/** Work that failed although nobody waited for it. */
export interface BackgroundFailure {
  /** What the work was: one of a few names, never text of a caller's. */
  readonly work: string
  readonly error: unknown
}

type Hear = (failure: BackgroundFailure) => void

/** Those of the process, as are the promises that nobody waits for. Handing one to each place would make a parameter of half the code. */
const hearing = new Set<Hear>()

/** Hears of failures until the returned function is called. A gateway does as long as it runs. */
export const hearBackgroundFailures = (hear: Hear): (() => void) => {
  hearing.add(hear)
  return () => {
    hearing.delete(hear)
  }
}

/** Tells of a failure. `false`: nobody hears of it. */
export const tellBackgroundFailure = (failure: BackgroundFailure): boolean => {
  for (const hear of hearing) hear(failure)
  return hearing.size > 0
}

/**
 * Leaves work alone that nobody waits for. No other place may: a promise that rejects unheard is nobody's, and ends most programs. Where
 * no gateway runs it is one of those, so that commands and tests fail by it.
 */
export const inBackground = (work: Promise<unknown>, name: string): void => {
  work.catch((error: unknown) => {
    if (!tellBackgroundFailure({ work: name, error })) throw error
  })
}
