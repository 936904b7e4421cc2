import { clearable, flag, optional, read, text, write } from '@patchbay/core/provider'
import * as outlook from './parameters.ts'

const { event_id, emails, html, subject, moment, aList, thing } = outlook
const content = {
  html,
  location: text(255, 'Where it is'),
  attendees: emails('Whom to invite'),
  online: flag('Whether to make it an online meeting'),
}

interface Content {
  readonly html?: string | null
  readonly location?: string | null
  readonly attendees?: readonly string[] | null
  readonly start?: string
  readonly end?: string
}

/** What is cleared is sent empty, as in https://learn.microsoft.com/en-us/graph/api/event-update */
const buildEvent = ({ html, location, attendees, start, end }: Content) => ({
  html: undefined,
  body: html === undefined ? undefined : { contentType: 'html', content: html ?? '' },
  location: location === undefined ? undefined : { displayName: location ?? '' },
  attendees: attendees === null ? [] : attendees?.map((address) => ({ emailAddress: { address }, type: 'required' })),
  start: start === undefined ? undefined : { dateTime: start, timeZone: 'UTC' },
  end: end === undefined ? undefined : { dateTime: end, timeZone: 'UTC' },
})

/** https://learn.microsoft.com/en-us/graph/api/user-list-calendarview */
export const list_events = read('GET /v1.0/me/calendarView', {
  description: 'List the events between two times, with each occurrence of a series by itself',
  synonyms: ['calendar', 'meetings', 'appointments', 'agenda', 'today'],
  params: { from: moment('Start of the period, in ISO 8601'), until: moment('End of the period, in ISO 8601') },
  rename: { from: 'startDateTime', until: 'endDateTime' },
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
  description: 'Create an event, and invite its attendees',
  synonyms: ['meeting', 'appointment', 'schedule', 'invite', 'book'],
  is: ['sends', 'shares'],
  roles: { recipient: ['/attendees'], text: ['/subject', '/html', '/location'] },
  additive: true,
  /** https://learn.microsoft.com/en-us/graph/api/resources/event: transactionId, which the event keeps; for how long it counts isn't said. */
  idempotencyKey: { body: '/transactionId' },
  params: {
    subject,
    start: moment('Start time in UTC'),
    end: moment('When it ends, in UTC'),
    ...optional(content),
  },
  rename: { online: 'isOnlineMeeting' },
  request: (params) => ({ body: buildEvent(params) }),
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
      html: clearable(html),
      location: clearable(content.location),
      attendees: clearable(content.attendees),
    }),
  },
  rename: { online: 'isOnlineMeeting' },
  request: (params) => ({ body: buildEvent(params) }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/event-delete */
export const delete_event = write('DELETE /v1.0/me/events/{event_id}', {
  description: 'Delete an event; attendees are notified that it is cancelled',
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
