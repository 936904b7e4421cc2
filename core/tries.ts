/** One try of a call at its provider. */
export interface Try {
  /** The HTTP status of the answer; `null`: there was none that could be used. */
  readonly status: number | null
  /** What happened in place of an answer, e.g. `unresolved`, `broken` or `TIMEOUT`. */
  readonly error: string | null
  readonly duration_ms: number
}

/** The tries as the audit log keeps them, e.g. `broken 31,429 120,200 85`, with one more. */
export const withTry = (tries: string | undefined, outcome: number | string, ms: number): string =>
  tries === undefined ? `${outcome} ${ms}` : `${tries},${outcome} ${ms}`

/** Reads what `withTry` wrote. */
export const parseTries = (text: string): readonly Try[] =>
  text.split(',').map((each) => {
    const [outcome = '', ms] = each.split(' ')
    const status = /^\d+$/.test(outcome) ? Number(outcome) : null
    return { status, error: status === null ? outcome : null, duration_ms: Number(ms) }
  })
