import { choice, integer, invalid, list, object, optional, Type } from '@patchbay/core/provider'
import { inUtc } from './parameters.ts'

/** https://learn.microsoft.com/en-us/graph/api/resources/patternedrecurrence */
export const recurrence = object(
  {
    type: choice(
      ['daily', 'weekly', 'absoluteMonthly', 'relativeMonthly', 'absoluteYearly', 'relativeYearly'],
      'absolute: on a day of the month; relative: e.g. on the second Tuesday',
    ),
    ...optional({
      interval: integer('Every how many days, weeks, months or years; left out: 1', { max: 99 }),
      days_of_week: list(Type.Enum(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']), {
        min: 1,
        max: 7,
        description: 'Days of the week, for weekly and relative ones',
      }),
      index: choice(['first', 'second', 'third', 'fourth', 'last'], 'Which of these days in the month'),
      day_of_month: integer('Day of the month', { max: 31 }),
      month: integer('Month of the year', { max: 12 }),
      until: Type.String({
        format: 'date',
        maxLength: 10,
        description: 'Last day, YYYY-MM-DD',
        examples: ['2026-01-31'],
      }),
      count: integer('Number of occurrences, in place of until', { max: 999 }),
    }),
  },
  'How it repeats',
)

export type Recurrence = Type.Static<typeof recurrence>

/** `start`: its first occurrence. */
export const toRecurrence = (given: Recurrence | undefined, start: string | undefined) => {
  if (given === undefined) return undefined
  if (start === undefined) throw invalid('/start', 'is needed with recurrence')
  const { until, count, interval = 1, days_of_week, day_of_month, ...pattern } = given
  if (until !== undefined && count !== undefined) throw invalid('/recurrence', 'give either until or count')
  const range =
    until === undefined
      ? { type: count === undefined ? 'noEnd' : 'numbered', numberOfOccurrences: count }
      : { type: 'endDate', endDate: until }
  return {
    pattern: { ...pattern, interval, daysOfWeek: days_of_week, dayOfMonth: day_of_month },
    range: { ...range, startDate: inUtc(start).dateTime.slice(0, 10) },
  }
}
