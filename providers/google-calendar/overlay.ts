import { cursor, imported, meaningAt, messageAt, oauth2, Type } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import { canCompare, changedEventShows, hasInstants, newEventShows } from './shows.ts'

const calendar = { calendar_id: 'calendarId' } as const
const event = { calendar_id: 'calendarId', event_id: 'eventId' } as const
const period = ['timeMin', 'timeMax', 'timeZone'] as const
const search = [...period, 'q', 'singleEvents', 'orderBy', 'eventTypes', 'updatedMin'] as const
const text = ['summary', 'description', 'location', 'visibility', 'conferenceData', 'conferenceDataVersion'] as const
const written = [
  ...text,
  'start',
  'end',
  'attendees',
  'recurrence',
  'reminders',
  'transparency',
  'sendUpdates',
] as const
/** A patch clears a member by null: https://developers.google.com/workspace/calendar/api/guides/performance#patch */
const cleared = [
  'summary',
  'description',
  'location',
  'visibility',
  'transparency',
  'conferenceData',
  'attendees',
  'recurrence',
  'reminders',
  // An event becomes one of whole days, or of hours, only where the other form is cleared.
  ...(['start.date', 'start.dateTime', 'end.date', 'end.dateTime'] as const),
] as const
/** https://developers.google.com/workspace/calendar/api/guides/pagination */
const pages = (max: number) =>
  cursor({ items: '/items', next: '/nextPageToken', into: 'pageToken', size: { into: 'maxResults', max } })

const many = { pages: pages(2500), ttl: '30s' } as const

/** Rate limits are a 403 too: https://developers.google.com/workspace/calendar/api/guides/errors */
const limits = ['rateLimitExceeded', 'userRateLimitExceeded']
const said = messageAt('/error/message', '/error_description', '/error')
const failure = meaningAt('/error/errors/0/reason', limits, { retryAfter: 1 }, said)

/**
 * Google Calendar, version 3: https://developers.google.com/workspace/calendar/api/v3/reference
 * To know: Access that people give to an application whose project Google has not put into production may end after 7 days: https://developers.google.com/identity/protocols/oauth2#expiration
 */
export default imported<Document>()({
  id: 'google-calendar',
  title: 'Google Calendar',
  origin: 'https://www.googleapis.com',
  /** https://developers.google.com/workspace/calendar/api/auth https://developers.google.com/identity/protocols/oauth2/web-server */
  auth: oauth2({
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    /** https://accounts.google.com/.well-known/openid-configuration */
    issuers: ['https://accounts.google.com'],
    token: 'https://oauth2.googleapis.com/token',
    scopes: { 'https://www.googleapis.com/auth/calendar': 'See, change, share and delete calendars and their events' },
    parameters: { access_type: 'offline', prompt: 'consent' },
    revoke: { url: 'https://oauth2.googleapis.com/revoke', authentication: 'none', ends: 'grant' },
    clientAuth: 'post',
    pkce: true,
    rotates: false,
  }),
  probe: { action: 'get_calendar', params: { calendar_id: 'primary' }, identity: '/id' },
  is: {
    stop_channel: ['grants'],
    insert_calendar: [],
    patch_calendar: [],
    update_calendar: [],
    insert_calendar_list: [],
    patch_calendar_list: [],
    update_calendar_list: [],
  },
  actions: {
    list_calendars: {
      from: 'list_calendar_list',
      keep: [],
      pages: pages(250),
      ttl: '5m',
      description: 'List the calendars that the account has',
      synonyms: ['agendas', 'shared'],
    },
    get_calendar: {
      from: 'get_calendar',
      keep: [],
      rename: calendar,
      ttl: '5m',
      description: "Get a calendar's name, time zone and description; `primary` is the account's own",
      synonyms: ['who am i', 'account'],
    },
    list_events: {
      ...many,
      from: 'list_events',
      keep: search,
      rename: calendar,
      description: 'List or search the events of a calendar in a period',
      synonyms: ['meetings', 'appointments', 'schedule', 'agenda', 'upcoming', 'this week'],
    },
    get_event: {
      from: 'get_event',
      keep: ['timeZone'],
      rename: event,
      ttl: '30s',
      description: 'Get an event with its time, place and guests',
      synonyms: ['meeting', 'appointment', 'attendees', 'invitation'],
    },
    list_instances: {
      ...many,
      from: 'get_events_instances',
      keep: period,
      rename: event,
      description: 'List the occurrences of a recurring event',
      synonyms: ['repeats', 'series'],
    },
    find_busy_times: {
      from: 'query_freebusy',
      keep: [...period, 'items'],
      ttl: '30s',
      description: 'Find when people are free or busy',
      synonyms: ['availability', 'free time', 'slot', 'when can we meet'],
    },
    create_event: {
      from: 'insert_event',
      keep: written,
      rename: calendar,
      additive: true,
      description: 'Create an event and invite guests',
      synonyms: ['meeting', 'appointment', 'schedule', 'book', 'attendees', 'set up'],
      is: ['sends', 'shares'],
      roles: {
        recipient: ['/attendees/email'],
        destination: ['/calendar_id'],
        text: ['/summary', '/description', '/location'],
      },
      confirm: {
        read: 'list_events',
        when: (event) => event.summary !== undefined && hasInstants(event),
        params: {
          calendarId: ({ calendar_id }) => calendar_id,
          updatedMin: (_params, since) => since.toISOString(),
          maxResults: 250,
        },
        shows: newEventShows,
      },
    },
    update_event: {
      from: 'patch_event',
      keep: written,
      clears: cleared,
      rename: event,
      description: 'Change an event: its time, place, title or guests, or accept or decline it',
      synonyms: ['meeting', 'reschedule', 'move', 'postpone', 'rename', 'invite'],
      is: ['sends', 'shares'],
      roles: {
        recipient: ['/attendees/email'],
        destination: ['/calendar_id'],
        text: ['/summary', '/description', '/location'],
        derives: ['recipient'],
      },
      confirm: {
        read: 'get_event',
        when: canCompare,
        params: { calendarId: ({ calendar_id }) => calendar_id, eventId: ({ event_id }) => event_id },
        shows: changedEventShows,
      },
    },
    move_event: {
      from: 'move_event',
      keep: ['sendUpdates'],
      rename: event,
      description: 'Move an event to another calendar',
      synonyms: ['transfer', 'organizer'],
      // The calendar that it is moved to becomes its organizer, who alone may change it.
      is: ['sends', 'shares', 'grants'],
      roles: { destination: ['/destination'], derives: ['recipient'] },
    },
    delete_event: {
      from: 'delete_event',
      keep: ['sendUpdates'],
      rename: event,
      description: 'Cancel and delete an event',
      answers: Type.Null(),
      synonyms: ['meeting', 'appointment', 'remove', 'call off'],
      is: ['sends', 'deletes'],
      roles: { destination: ['/calendar_id'], derives: ['recipient'] },
      confirm: {
        read: 'get_event',
        params: { calendarId: ({ calendar_id }) => calendar_id, eventId: ({ event_id }) => event_id },
        shows: (data) => data === undefined || Object(data).status === 'cancelled',
      },
    },
  },
  failure,
})
