import { at, holds, madeSince } from '@patchbay/core/provider'

type Given = Readonly<Record<string, unknown>>

/** Whole days, and times with an offset: other times are read with the calendar's zone, and can't be compared. */
const isInstant = (time: unknown): boolean =>
  typeof at(time, '/date') === 'string' || /(?:Z|[+-]\d\d:\d\d)$/.test(String(at(time, '/dateTime')))

const readInstant = (time: unknown) => time && { date: at(time, '/date'), dateTime: at(time, '/dateTime') }

export const hasInstants = ({ start, end }: Given): boolean => isInstant(start) && isInstant(end)

/** https://developers.google.com/workspace/calendar/api/v3/reference/events#resource */
const readWritten = ({ summary, description, location, visibility, transparency, start, end }: Given) => ({
  summary,
  description,
  location,
  visibility,
  transparency,
  start: readInstant(start),
  end: readInstant(end),
})

const compared = ['calendar_id', 'event_id', 'sendUpdates', ...Object.keys(readWritten({}))]

/** True if every change can be compared. */
export const canCompare = (params: Given): boolean => {
  const { start, end } = params
  return (
    [start, end].every((time) => time === undefined || isInstant(time)) &&
    Object.keys(params).every((name) => compared.includes(name))
  )
}

/** A page may have fewer events than were asked for. Events that were deleted since then are among them. */
export const newEventShows = madeSince({
  items: '/items',
  made: '/created',
  most: 250,
  next: '/nextPageToken',
  like: readWritten,
  atLeast: ({ summary }: Given) => ({ summary }),
})

export const changedEventShows = holds(readWritten, '/updated')
