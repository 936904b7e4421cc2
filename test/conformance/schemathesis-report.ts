import { type ExplainedFailure, explainedFailures } from './explained-failures.ts'

/** One case of Schemathesis with its answer, as its report has them (`--report ndjson`, one event a line). */
interface Recorder {
  readonly cases: Readonly<Record<string, { readonly value: Case }>>
  readonly checks: Readonly<Record<string, readonly { readonly name: string; readonly status: string }[]>>
  readonly interactions: Readonly<Record<string, { readonly response?: Answer | null }>>
}

interface Case {
  readonly method: string
  readonly path: string
  readonly meta?: {
    readonly generation: { readonly mode: string }
    readonly phase: { readonly name: string }
  } | null
}

interface Answer {
  readonly status_code: number
  readonly content?: { readonly $base64: string } | null
}

export interface SchemathesisReport {
  readonly cases: number
  /** Failures that nothing explains, as sentences. */
  readonly unexplained: readonly string[]
  /** The failures that each row explains. */
  readonly explained: ReadonlyMap<ExplainedFailure, number>
  /** By phase: the requests that the document allows, and how many of them were accepted. */
  readonly allowed: ReadonlyMap<string, { readonly sent: number; readonly accepted: number }>
}

const readError = (answer: Answer | null | undefined): string => {
  const text = Buffer.from(answer?.content?.$base64 ?? '', 'base64').toString()
  try {
    const { error } = JSON.parse(text)
    return typeof error === 'string' ? error : text
  } catch {
    return text
  }
}

/** Counts what the lines of a report say. Requests that were sent without a credential on purpose are no measure of what is accepted. */
export const readReport = async (lines: AsyncIterable<string>): Promise<SchemathesisReport> => {
  let cases = 0
  const unexplained = new Set<string>()
  const explained = new Map<ExplainedFailure, number>()
  const allowed = new Map<string, { sent: number; accepted: number }>()
  for await (const line of lines) {
    const recorder: Recorder | undefined = JSON.parse(line).ScenarioFinished?.recorder
    for (const [id, { value }] of Object.entries(recorder?.cases ?? {})) {
      const answer = recorder?.interactions[id]?.response
      if (!answer) continue
      cases += 1
      const operation = `${value.method} ${value.path}`
      const failed = (recorder?.checks[id] ?? []).filter(({ status }) => status === 'failure')
      for (const { name } of failed) {
        const error = readError(answer)
        const row = explainedFailures.find(
          (one) => one.check === name && one.operation.test(operation) && one.error.test(error),
        )
        if (row) explained.set(row, (explained.get(row) ?? 0) + 1)
        else unexplained.add(`${name}: ${operation} answered ${answer.status_code} ${error.slice(0, 300)}`)
      }
      if (value.meta?.generation.mode !== 'positive' || answer.status_code === 401) continue
      const counts = allowed.get(value.meta.phase.name) ?? { sent: 0, accepted: 0 }
      counts.sent += 1
      if (!failed.some(({ name }) => name === 'positive_data_acceptance')) counts.accepted += 1
      allowed.set(value.meta.phase.name, counts)
    }
  }
  return { cases, unexplained: [...unexplained], explained, allowed }
}
