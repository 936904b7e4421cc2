import type { Audit, AuditReader, LateMark, RollUpRecord, RollUps } from '../../store/index.ts'
import { activityId, activityRecord, createActivities, parseActivity } from './activity.ts'
import { createPace } from './pace.ts'
import { dayAfter, hourAfter, startOfDay, startOfHour } from './periods.ts'
import { tallies } from './tallies.ts'
import { createUsageDays, parseUsageDay, usageDayId, usageDayRecord } from './usage-day.ts'

/** Entries of one commit. The more, the less often a tenant's day is written. */
const mostEntries = 50_000

/** The entries that follow those that are counted, and the roll-ups that result. */
export interface CountedEntries {
  readonly entries: number
  /** The id of the last one. */
  readonly last: string
  readonly tenants: ReadonlySet<string>
  readonly put: readonly RollUpRecord[]
}

export interface TenantDay {
  readonly tenant: string
  readonly day: string
}

/** The half of a roll-up that only reads. */
export interface Counting {
  /** Counts the entries after an id and before a time, as many as belong into one commit. `undefined`: there is none. */
  countNext(
    range: { readonly after: string; readonly until: Date },
    signal?: AbortSignal,
  ): Promise<CountedEntries | undefined>
  /** Counts the activity of hours anew, up to an id, and corrects the sums of their days. */
  recountHours(
    range: { readonly hours: readonly string[]; readonly upTo: string },
    signal?: AbortSignal,
  ): Promise<readonly RollUpRecord[]>
  /** Counts tenants' days anew, up to an id. */
  recountDays(
    range: { readonly days: readonly TenantDay[]; readonly upTo: string },
    signal?: AbortSignal,
  ): Promise<readonly RollUpRecord[]>
}

/** All marks, including those of entries that may still be arriving: seen from the future, every mark is old. */
export const allMarks = (rollUps: Pick<RollUps, 'late'>): Promise<readonly LateMark[]> =>
  rollUps.late(new Date('9999-12-31'))

/** Recounts a tenant's day from the log. */
export const recountDay = async (
  audit: Pick<Audit, 'tally'>,
  { tenant, day }: TenantDay,
  upTo: string,
  signal?: AbortSignal,
): Promise<RollUpRecord> => {
  const usage = createUsageDays()
  const range = { tenant, since: startOfDay(day), until: startOfDay(dayAfter(day)), upTo }
  for await (const slice of tallies(audit, range, signal)) for (const tally of slice.tallies) usage.count(tally)
  return usageDayRecord(usage.all()[0] ?? { tenant, day, cells: [], tokens: {} })
}

/** Merges new sums with the stored ones. */
const mergeStored = async (
  { rollUps }: AuditReader,
  usage: ReturnType<typeof createUsageDays>,
  activity: ReturnType<typeof createActivities>,
  signal?: AbortSignal,
): Promise<RollUpRecord[]> => {
  const pace = createPace(signal)
  const days = usage.all().map(({ tenant, day }) => usageDayId(tenant, day))
  const slots = activity.all().map(({ slot }) => activityId(slot))
  for (const record of await rollUps.get(days)) {
    usage.add(parseUsageDay(record))
    await pace()
  }
  for (const record of await rollUps.get(slots)) {
    const stored = parseActivity(record)
    activity.add(stored, stored.slot)
    await pace()
  }
  const put = activity.all().map(activityRecord)
  for (const day of usage.all()) {
    put.push(usageDayRecord(day))
    await pace()
  }
  return put
}

export const createCounting = (reader: AuditReader): Counting => {
  const { audit, rollUps } = reader
  return {
    async countNext(range, signal) {
      const usage = createUsageDays()
      const activity = createActivities()
      const tenants = new Set<string>()
      let entries = 0
      let last: string | undefined
      for await (const slice of tallies(audit, { ...range, limit: mostEntries }, signal)) {
        for (const tally of slice.tallies) {
          usage.count(tally)
          activity.count(tally)
          if (tally.tenant !== null) tenants.add(tally.tenant)
          entries += tally.entries
        }
        last = slice.last
        if (entries >= mostEntries) break
      }
      if (last === undefined) return undefined
      return { entries, last, tenants, put: await mergeStored(reader, usage, activity, signal) }
    },
    async recountHours({ hours, upTo }, signal) {
      const activity = createActivities()
      const days = new Set(hours.map((hour) => hour.slice(0, 10)))
      for (const hour of hours) {
        const range = { since: startOfHour(hour), until: startOfHour(hourAfter(hour)), upTo }
        for await (const slice of tallies(audit, range, signal)) {
          for (const tally of slice.tallies) activity.count(tally)
        }
      }
      for (const record of await rollUps.get(hours.map(activityId))) {
        const stored = parseActivity(record)
        activity.add(stored, stored.slot.slice(0, 10), -1)
      }
      for (const record of await rollUps.get([...days].map(activityId))) {
        const stored = parseActivity(record)
        activity.add(stored, stored.slot)
      }
      return activity.all().map(activityRecord)
    },
    async recountDays({ days, upTo }, signal) {
      const put: RollUpRecord[] = []
      for (const day of days) put.push(await recountDay(audit, day, upTo, signal))
      return put
    },
  }
}
