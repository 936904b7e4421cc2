import type { Finding, SuggestionRecord } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'

export interface SuggestionChanges {
  readonly put: readonly SuggestionRecord[]
  readonly opened: number
  readonly resolved: number
}

const sameWords = (a: Finding, b: Finding): boolean =>
  a.title === b.title && a.detail === b.detail && a.evidence === b.evidence && a.severity === b.severity

/** The records to write when a source's findings change from `current` to `findings` (`Suggestions.refresh`). */
export const suggestionChanges = (
  current: readonly SuggestionRecord[],
  findings: readonly Finding[],
  now: Date,
): SuggestionChanges => {
  const at = isoTime(now)
  const recordsByKey = new Map(current.map((record) => [record.finding, record]))
  const findingsByKey = new Map(findings.map((finding) => [finding.finding, finding]))
  const gone = current
    .filter(({ finding }) => !findingsByKey.has(finding))
    .map(
      (record): SuggestionRecord => ({
        ...record,
        is_current: false,
        status: 'resolved',
        resolved_at: record.resolved_at ?? at,
      }),
    )
  const opened = [...findingsByKey.values()]
    .filter(({ finding }) => !recordsByKey.has(finding))
    .map(
      (finding): SuggestionRecord => ({
        ...finding,
        id: Bun.randomUUIDv7('hex', now),
        status: 'open',
        is_current: true,
        note: null,
        created_at: at,
        resolved_at: null,
      }),
    )
  const reworded = current.flatMap((record): SuggestionRecord[] => {
    const finding = findingsByKey.get(record.finding)
    return finding && record.status === 'open' && !sameWords(record, finding) ? [{ ...record, ...finding }] : []
  })
  const resolved = current.filter(({ finding, status }) => status === 'open' && !findingsByKey.has(finding)).length
  return { put: [...gone, ...opened, ...reworded], opened: opened.length, resolved }
}

/** The record after a person resolved it. */
export const resolvedRecord = (record: SuggestionRecord, note: string | null, now: Date): SuggestionRecord =>
  record.status === 'resolved' ? record : { ...record, status: 'resolved', note, resolved_at: isoTime(now) }
