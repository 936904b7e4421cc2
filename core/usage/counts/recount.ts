import type { LateMark, RollUps } from '../../store/index.ts'
import type { Counting, TenantDay } from './counting.ts'

/** The number of tenants' days in one commit. */
const mostDays = 50

/** Marks of the same tenant and day. */
interface MarkedDay extends TenantDay {
  readonly marks: LateMark[]
}

const groupByDay = (marks: readonly LateMark[]): MarkedDay[] => {
  const days = new Map<string, MarkedDay>()
  for (const mark of marks) {
    const { tenant, hour } = mark
    if (tenant === null) continue
    const day = hour.slice(0, 10)
    const ofDay = days.get(`${tenant}/${day}`) ?? { tenant, day, marks: [] }
    days.set(`${tenant}/${day}`, ofDay)
    ofDay.marks.push(mark)
  }
  return [...days.values()]
}

export interface RecountOptions {
  /** The first hour that retention has not shortened. */
  readonly oldest: string
  readonly signal: AbortSignal
}

/**
 * Recounts, from the log, the hours and days of entries that arrived late. So it doesn't matter which entries had been
 * counted before, or how often this runs. Anything older than `oldest` can't be recounted, as retention has removed
 * entries. Returns the number of hours.
 */
export const recountLate = async (
  rollUps: RollUps,
  counting: Counting,
  late: readonly LateMark[],
  { oldest, signal }: RecountOptions,
): Promise<number> => {
  if (late.length === 0 || signal.aborted) return 0
  const marks = late.filter(({ hour }) => hour >= oldest)
  const hours = [...new Set(marks.map(({ hour }) => hour))]
  const days = groupByDay(marks)
  const ofDays = new Set(days.flatMap((day) => day.marks))
  const { counted, version } = await rollUps.state()
  const put = await counting.recountHours({ hours, upTo: counted }, signal)
  const settled = late.filter((mark) => !ofDays.has(mark))
  let isOurs = await rollUps.commit({ counted, version: version + 1, put, settled })
  for (let from = 0; from < days.length && isOurs && !signal.aborted; from += mostDays) {
    isOurs = await recountDays(rollUps, counting, days.slice(from, from + mostDays), signal)
  }
  return hours.length
}

/** `false`: another commit was faster; the marks are kept. */
const recountDays = async (
  rollUps: RollUps,
  counting: Counting,
  marked: readonly MarkedDay[],
  signal: AbortSignal,
): Promise<boolean> => {
  const { counted, version } = await rollUps.state()
  const days = marked.map(({ tenant, day }) => ({ tenant, day }))
  const put = await counting.recountDays({ days, upTo: counted }, signal)
  return rollUps.commit({ counted, version: version + 1, put, settled: marked.flatMap(({ marks }) => marks) })
}
