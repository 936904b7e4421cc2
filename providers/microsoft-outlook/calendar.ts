import { clearable, flag, integer, optional, path, read, Type, text, write } from '@patchbay/core/provider'
import * as outlook from './parameters.ts'
import { type Recurrence, recurrence, toRecurrence } from './recurrence.ts'

const { event_id, emails, html, subject, moment, inUtc, aList, thing } = outlook
const content = {
  html,
  location: text(255, 'Where it is'),
  attendees: emails('Whom to invite'),
  online: flag('Whether to make it an online meeting'),
}
const calendar_id = outlook.id('Id of the calendar; left out: the main one')
const further = {
  all_day: flag('Whether it takes whole days; start and end are then midnights'),
  reminder_minutes: integer('Minutes before it at which the user is reminded', { min: 0, max: 20_160 }),
  recurrence,
}
const furtherNames = {
  online: 'isOnlineMeeting',
  all_day: 'isAllDay',
  reminder_minutes: 'reminderMinutesBeforeStart',
} as const

interface Content {
  readonly html?: string | null
  readonly location?: string | null
  readonly attendees?: readonly string[] | null
  readonly start?: string
  readonly end?: string
  readonly recurrence?: Recurrence
}

/** Cleared members are sent empty, as in https://learn.microsoft.com/en-us/graph/api/event-update */
const buildEvent = ({ html, location, attendees, start, end, recurrence }: Content) => ({
  html: undefined,
  body: html === undefined ? undefined : { contentType: 'html', content: html ?? '' },
  location: location === undefined ? undefined : { displayName: location ?? '' },
  attendees: attendees === null ? [] : attendees?.map((address) => ({ emailAddress: { address }, type: 'required' })),
  start: start === undefined ? undefined : inUtc(start),
  end: end === undefined ? undefined : inUtc(end),
  recurrence: toRecurrence(recurrence, start),
})

/** https://learn.microsoft.com/en-us/graph/api/user-list-calendarview */
export const list_events = read('GET /v1.0/me/calendarView', {
  description: 'List the events between two times, with each occurrence of a series by itself',
  synonyms: ['calendar', 'meetings', 'appointments', 'agenda', 'today'],
  params: {
    from: moment('Start of the period, in ISO 8601'),
    until: moment('End of the period, in ISO 8601'),
    calendar_id: optional(calendar_id),
  },
  rename: { from: 'startDateTime', until: 'endDateTime' },
  request: ({ calendar_id }) => ({
    ...(calendar_id !== undefined && { path: path`/v1.0/me/calendars/${calendar_id}/calendarView` }),
    query: { calendar_id: undefined },
  }),
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/event-get */
export const get_event = read('GET /v1.0/me/events/{event_id}', {
  description: 'Get an event with its text and attendees',
  synonyms: ['meeting', 'appointment'],
  ttl: '1m',
  params: { event_id },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/user-post-events */
export const create_event = write('POST /v1.0/me/events', {
  description: 'Create an event, and invite its attendees; it can repeat',
  synonyms: ['meeting', 'appointment', 'schedule', 'invite', 'book', 'recurring', 'weekly', 'series'],
  is: ['sends', 'shares'],
  roles: { recipient: ['/attendees'], text: ['/subject', '/html', '/location'] },
  additive: true,
  /** https://learn.microsoft.com/en-us/graph/api/resources/event: transactionId, which the event keeps; for how long it counts isn't said. */
  idempotencyKey: { body: '/transactionId' },
  params: {
    subject,
    start: moment('Start time in UTC'),
    end: moment('When it ends, in UTC'),
    ...optional({ ...content, ...further, calendar_id }),
  },
  rename: furtherNames,
  request: ({ calendar_id, ...params }) => ({
    ...(calendar_id !== undefined && { path: path`/v1.0/me/calendars/${calendar_id}/events` }),
    body: { calendar_id: undefined, ...buildEvent(params) },
  }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/event-update */
export const update_event = write('PATCH /v1.0/me/events/{event_id}', {
  description: 'Change an event; attendees are notified',
  synonyms: ['meeting', 'reschedule', 'move', 'edit'],
  is: ['sends', 'shares'],
  roles: { recipient: ['/attendees'], text: ['/subject', '/html', '/location'], derives: ['recipient'] },
  idempotent: true,
  params: {
    event_id,
    ...optional({
      subject,
      start: moment('Start time in UTC'),
      end: moment('When it ends, in UTC'),
      online: content.online,
      ...further,
      reminder_minutes: clearable(further.reminder_minutes),
      html: clearable(html),
      location: clearable(content.location),
      attendees: clearable(content.attendees),
    }),
  },
  rename: furtherNames,
  // A reminder has a switch of its own beside its minutes: https://learn.microsoft.com/en-us/graph/api/resources/event
  request: ({ reminder_minutes: minutes, ...params }) => ({
    body: {
      ...buildEvent(params),
      ...(minutes !== undefined && { isReminderOn: minutes !== null }),
      ...(minutes === null && { reminderMinutesBeforeStart: undefined }),
    },
  }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/event-delete */
export const delete_event = write('DELETE /v1.0/me/events/{event_id}', {
  description: 'Delete an event; attendees are notified that it is cancelled',
  answers: Type.Null(),
  synonyms: ['meeting', 'cancel', 'remove'],
  is: ['sends', 'deletes'],
  roles: { derives: ['recipient'] },
  idempotent: true,
  params: { event_id },
})

/** https://learn.microsoft.com/en-us/graph/api/user-list-contacts */
export const list_contacts = read('GET /v1.0/me/contacts', {
  description: 'List the contacts of the address book',
  synonyms: ['people', 'address book', 'phone number'],
  ttl: '1m',
  params: {},
  ...aList,
})
