/** What was looked at, and how it is. A `fault` keeps a gateway from working; a `warning` may do so one day. */
export interface Finding {
  readonly check: string
  readonly result: 'ok' | 'warning' | 'fault'
  /** What was found; no secret. */
  readonly detail: string
  /** What to do. */
  readonly advice?: string
}

type Made = (detail: string, advice?: string) => Finding

const made =
  (check: string, result: Finding['result']): Made =>
  (detail, advice) => ({ check, result, detail, ...(advice !== undefined && { advice }) })

/** Makes the findings of one check. */
export const findingsOf = (check: string): Readonly<Record<Finding['result'], Made>> => ({
  ok: made(check, 'ok'),
  warning: made(check, 'warning'),
  fault: made(check, 'fault'),
})
