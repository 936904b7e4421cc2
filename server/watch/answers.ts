import type { WatchAnswer } from '@patchbay/core/call'
import { inBackground } from '@patchbay/core/in-background'
import type { Domain } from '@patchbay/core/schema'
import type { Finding, Snapshots } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import { onceAMinute } from '../log/once-a-minute.ts'
import { auditQuery } from '../suggestions/words.ts'
import { type ActionHistory, lastingDifferences, newHistory, withSample } from './action-history.ts'
import { type AnswerShape, describeAnswerShape } from './answer-shape.ts'

/** The histories of a provider's actions, by name. */
type Histories = Record<string, ActionHistory>

export interface AnswerWatchParts {
  readonly domains: ReadonlyMap<string, Domain>
  readonly snapshots: Snapshots
  /** Called when samples can't be stored; they are lost. */
  readonly onError: (error: unknown) => void
  readonly now?: () => Date
}

/** Takes samples of answers, and finds those whose shape has changed. */
export interface AnswerWatch {
  readonly watch: WatchAnswer
  /** Stores the samples of this gateway, and finds the differences in the samples of all gateways. */
  review(): Promise<{
    readonly findings: readonly Omit<Finding, 'source'>[]
    readonly result: Readonly<Record<string, number>>
  }>
  /** Stores the samples of this gateway, and stops. */
  close(): Promise<void>
}

const sampleEveryMs = 3_600_000
const flushEveryMs = 300_000
const mostActions = 100
const mostShown = 20

const toSnapshotName = (provider: string): string => `vendor-watch/answers/${provider}`

const listFindings = (provider: string, histories: Histories, at: Date): Omit<Finding, 'source'>[] =>
  Object.entries(histories).flatMap(([action, history]) => {
    const differences = lastingDifferences(history, at)
    if (differences.length === 0) return []
    const changes = differences.slice(0, mostShown).map(([pointer, { now, was, since }]) => {
      const how = now === 'gone' ? 'is gone' : `is ${now} instead of ${was}`
      return `${pointer} ${how} since ${since.slice(0, 10)}`
    })
    const more = differences.length > mostShown ? `; and ${differences.length - mostShown} more` : ''
    return {
      finding: `vendor-answers/${provider}/${action}`,
      tenant: null,
      kind: 'answers-differ',
      severity: differences.some(([, { now }]) => now === 'gone') ? 'medium' : 'low',
      title: `Answers of ${action} of ${provider} have changed their shape`,
      detail: `${changes.join('; ')}${more}. These members were in every answer before. See the vendor's change log, and correct what reads them: result_fields, overlays and your own programs.`,
      evidence: auditQuery({ action, outcome: 'ok', since: '2d' }),
    }
  })

/**
 * Samples at most one answer of an action an hour. Only its shape is stored, which holds no value. Gateways on one store share the
 * histories; a sample that two of them write at the same moment may be lost, which only makes learning longer.
 */
export const createAnswerWatch = ({
  domains,
  snapshots,
  onError,
  now = () => new Date(),
}: AnswerWatchParts): AnswerWatch => {
  const due = new Map<string, number>()
  let pending: { provider: string; action: string; shape: AnswerShape; at: Date }[] = []
  let writing = Promise.resolve()
  const reportError = onceAMinute(onError)

  const watch: WatchAnswer = ({ domain, name, action }, answer) => {
    const { id } = domain.provider
    const key = `${id} ${name}`
    const at = now()
    if (at.getTime() < (due.get(key) ?? 0)) return
    due.set(key, at.getTime() + sampleEveryMs)
    // The answers of raw requests can't be compared with each other.
    if ((action.answer ?? 'json') !== 'json' || domain.source.kind(name) === undefined) return
    pending.push({ provider: id, action: name, shape: describeAnswerShape(answer), at })
  }

  const loadHistories = async (provider: string): Promise<Histories> => {
    const stored = await snapshots.get(toSnapshotName(provider))
    return stored ? JSON.parse(stored.value) : {}
  }

  const write = async (): Promise<void> => {
    const samples = Map.groupBy(pending, ({ provider }) => provider)
    pending = []
    for (const [provider, all] of samples) {
      const histories = await loadHistories(provider)
      for (const { action, shape, at } of all) {
        const history = histories[action]
        if (!history && Object.keys(histories).length >= mostActions) continue
        histories[action] = withSample(history ?? newHistory(at), shape, at)
      }
      await snapshots.put({ name: toSnapshotName(provider), at: isoTime(now()), value: JSON.stringify(histories) })
    }
  }

  const flush = (): Promise<void> => {
    writing = writing.then(write).catch(reportError)
    return writing
  }
  const timer = setInterval(() => inBackground(flush(), 'store_samples'), flushEveryMs)
  timer.unref()

  return {
    watch,
    async review() {
      await flush()
      const findings: Omit<Finding, 'source'>[] = []
      const result = { actions: 0, learning: 0, added_members: 0 }
      for (const provider of domains.keys()) {
        const histories = await loadHistories(provider)
        findings.push(...listFindings(provider, histories, now()))
        for (const { isLearned, added } of Object.values(histories)) {
          result.actions++
          result.learning += Number(!isLearned)
          result.added_members += added
        }
      }
      return { findings, result }
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
