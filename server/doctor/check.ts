/** One finding of a check. A `fault` keeps a gateway from working; a `warning` may do so one day. */
export interface DoctorFinding {
  readonly check: string
  readonly result: 'ok' | 'warning' | 'fault'
  /** The finding in words, without secrets. */
  readonly detail: string
  /** The next step. */
  readonly advice?: string
}

type Made = (detail: string, advice?: string) => DoctorFinding

const makeFinding =
  (check: string, result: DoctorFinding['result']): Made =>
  (detail, advice) => ({ check, result, detail, ...(advice !== undefined && { advice }) })

/** Makes the findings of one check. */
export const createReporter = (check: string): Readonly<Record<DoctorFinding['result'], Made>> => ({
  ok: makeFinding(check, 'ok'),
  warning: makeFinding(check, 'warning'),
  fault: makeFinding(check, 'fault'),
})
