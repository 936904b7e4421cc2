import type { AuditEntry, LateMark, RollUpRecord, RollUpState } from '@patchbay/core/store'

/** The record that holds the state of the roll-ups. */
export const stateId = 'state'

export const firstState: RollUpState = { counted: '', version: 0 }

/** The range of ids that belong to marks: from the first (inclusive) to the second (exclusive). */
export const lateMarks = ['late/', 'late0'] as const

/**
 * Creates records that mark the tenants and hours of late entries. Every call makes new ids, so that settling older marks
 * doesn't remove marks that were made meanwhile.
 */
export const createLateMarks = (
  entries: readonly Pick<AuditEntry, 'tenant' | 'at'>[],
  now: Date,
): readonly RollUpRecord[] => {
  const call = Bun.randomUUIDv7('hex', now)
  const marks = entries.map(({ tenant, at }) => ({ tenant, hour: at.slice(0, 13), at: now.getTime() }))
  const records = marks.map((mark) => ({ id: `late/${call}/${mark.hour}/${mark.tenant}`, value: JSON.stringify(mark) }))
  return [...new Map(records.map((record) => [record.id, record])).values()]
}

export const parseLateMark = ({ id, value }: RollUpRecord): LateMark => {
  const { tenant, hour } = JSON.parse(value)
  return { id, tenant, hour }
}

/** The time of the mark, in Unix milliseconds. */
export const parseMarkedAt = ({ value }: RollUpRecord): number => JSON.parse(value).at
