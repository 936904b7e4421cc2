/** Work that failed although nobody waited for it. */
export interface BackgroundFailure {
  /** The name of the work: one of a few, never a caller's text. */
  readonly work: string
  readonly error: unknown
}

type Hear = (failure: BackgroundFailure) => void

/** The listeners of the process: background promises are its own, too, and passing a listener on would add a parameter to half the code. */
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
