/** One try of a call at its provider. */
export interface Try {
  /** The HTTP status of the answer; `null`: there was none that could be used. */
  readonly status: number | null
  /** The event in place of an answer, e.g. `unresolved`, `broken` or `TIMEOUT`. */
  readonly error: string | null
  readonly duration_ms: number
}

/** The tries as the audit log keeps them, e.g. `broken 31,429 120,200 85`, with one more. */
const withTry = (tries: string | undefined, outcome: number | string, ms: number): string =>
  tries === undefined ? `${outcome} ${ms}` : `${tries},${outcome} ${ms}`

/** The outcome of a write's tries at the vendor; `absent`: certainly not done. */
export type WriteOutcome = 'absent' | 'unknown' | 'done'

/** A request and its answer as texts, without the credential that the request was made with. */
export interface ShownExchange {
  readonly request: {
    readonly method: string
    readonly url: string
    /** The headers by their names in lower case. */
    readonly headers: Readonly<Record<string, string>>
    /** In base64 if it isn't text; `null`: no body. */
    readonly body: string | { readonly base64: string } | null
  }
  /** `null`: there was none. */
  readonly answer: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    /** A body that isn't text is described; `null`: no body. */
    readonly body: string | null
  } | null
}

/** A request that was sent, and its answer. The texts are made only if somebody keeps them. */
export interface SeenExchange {
  readonly secrets: readonly string[]
  show(): ShownExchange
}

export interface ExchangeWitness {
  /** Called with each try of a call. */
  saw(exchange: SeenExchange): void
}

/** The record of a call's tries. */
export interface TryRecord {
  /** Sees each try; left out: nobody does. */
  readonly witness?: ExchangeWitness | undefined
  /** The outcome of a write, of all tries together. */
  writeOutcome: WriteOutcome
  /** True if the provider has sent an answer, even an error: from then on the call is billable. */
  answered: boolean
  /** The tries as `withTry` writes them; `undefined`: none, or a single one that succeeded. */
  tries: string | undefined
  /** The single try that succeeded: most calls have no other, and for them no text is made. */
  firstStatus: number
  firstMs: number
}

/** Records a try: the status of its answer or what happened instead, when it began, and whether it succeeded. */
export const recordTry = (record: TryRecord, outcome: number | string, startedAt: number, succeeded: boolean): void => {
  const ms = Math.round(performance.now() - startedAt)
  const { tries, firstStatus, firstMs } = record
  if (succeeded && typeof outcome === 'number' && firstStatus === 0 && tries === undefined) {
    record.firstStatus = outcome
    record.firstMs = ms
    return
  }
  const before = tries ?? (firstStatus === 0 ? undefined : withTry(undefined, firstStatus, firstMs))
  record.tries = withTry(before, outcome, ms)
}

/** Adds what a try of a write has done: one that was done counts more than any that is unknown. */
export const recordWriteOutcome = (record: TryRecord, outcome: WriteOutcome): void => {
  if (outcome === 'done' || (outcome === 'unknown' && record.writeOutcome === 'absent')) record.writeOutcome = outcome
}

/** Reads what `withTry` wrote. */
export const parseTries = (text: string): readonly Try[] =>
  text.split(',').map((each) => {
    const [outcome = '', ms] = each.split(' ')
    const status = /^\d+$/.test(outcome) ? Number(outcome) : null
    return { status, error: status === null ? outcome : null, duration_ms: Number(ms) }
  })
