import { choice, holds, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import { get_mailbox_settings } from './mailbox.ts'
import * as outlook from './parameters.ts'

const { id, aList, event_id, moment, inUtc, thing } = outlook
const calendar_id = id('Id of the calendar: list_calendars lists them')
const permission_id = id('Id of the permission: list_calendar_permissions lists them')
const access = choice(
  [
    'freeBusyRead',
    'limitedRead',
    'read',
    'write',
    'delegateWithoutPrivateEventAccess',
    'delegateWithPrivateEventAccess',
  ],
  'What the person may do; freeBusyRead: see when the user is busy; limitedRead: titles and places, too',
)

/** https://learn.microsoft.com/en-us/graph/api/calendar-update */
export const update_calendar = write('PATCH /v1.0/me/calendars/{calendar_id}', {
  description: "Change a calendar's name or colour",
  synonyms: ['rename', 'edit', 'agenda'],
  is: [],
  roles: { destination: ['/calendar_id'], text: ['/name'] },
  idempotent: true,
  params: {
    calendar_id,
    ...optional({
      name: text(255, 'Name of the calendar'),
      color: choice(
        [
          'auto',
          'lightBlue',
          'lightGreen',
          'lightOrange',
          'lightGray',
          'lightYellow',
          'lightTeal',
          'lightPink',
          'lightBrown',
          'lightRed',
        ],
        'Its colour',
      ),
    }),
  },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/calendar-delete: not the main one. */
export const delete_calendar = write('DELETE /v1.0/me/calendars/{calendar_id}', {
  description: 'Delete a calendar with its events; the main one stays',
  synonyms: ['remove', 'whole calendar', 'agenda'],
  is: ['deletes'],
  roles: { destination: ['/calendar_id'] },
  idempotent: true,
  params: { calendar_id },
})

/** https://learn.microsoft.com/en-us/graph/api/calendar-list-calendarpermissions */
export const list_calendar_permissions = read('GET /v1.0/me/calendar/calendarPermissions', {
  description: "List who may see or change the user's main calendar",
  synonyms: ['shared with', 'access', 'who can see', 'delegates', 'rights'],
  ttl: '1m',
  params: {},
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/calendar-post-calendarpermissions */
export const share_calendar = write('POST /v1.0/me/calendar/calendarPermissions', {
  description: "Share the user's main calendar with a person",
  synonyms: ['give access', 'delegate', 'let see', 'permission', 'assistant'],
  is: ['shares', 'grants'],
  roles: { recipient: ['/email'] },
  additive: true,
  params: {
    email: Type.String({
      format: 'email',
      maxLength: 254,
      description: 'Address of the person',
      examples: ['ada@example.com'],
    }),
    access,
    ...optional({
      name: text(255, 'Name of the person'),
      inside: Type.Boolean({ description: 'Whether the person is in the same organization; left out: true' }),
    }),
  },
  request: ({ email, name, access, inside }) => ({
    body: {
      email: undefined,
      name: undefined,
      access: undefined,
      inside: undefined,
      emailAddress: { address: email, name: name ?? email },
      isInsideOrganization: inside ?? true,
      isRemovable: true,
      role: access,
    },
  }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/calendarpermission-update */
export const update_calendar_permission = write('PATCH /v1.0/me/calendar/calendarPermissions/{permission_id}', {
  description: "Change what a person may do with the user's main calendar",
  synonyms: ['access', 'rights', 'shared'],
  is: ['shares', 'grants'],
  idempotent: true,
  params: { permission_id, access },
  rename: { access: 'role' },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/calendarpermission-delete */
export const unshare_calendar = write('DELETE /v1.0/me/calendar/calendarPermissions/{permission_id}', {
  description: "Stop sharing the user's main calendar with a person",
  synonyms: ['remove access', 'revoke', 'take away', 'no longer share', 'permission'],
  is: ['grants', 'deletes'],
  idempotent: true,
  params: { permission_id },
})

/** https://learn.microsoft.com/en-us/graph/api/place-list: not for personal accounts. */
export const list_rooms = read('GET /v1.0/places/microsoft.graph.room', {
  description: 'List the meeting rooms of the organization; get_free_busy says which are free',
  synonyms: ['conference rooms', 'places', 'book a room', 'which rooms', 'resources'],
  ttl: '5m',
  params: {},
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/event-snoozereminder */
export const snooze_reminder = write('POST /v1.0/me/events/{event_id}/snoozeReminder', {
  description: 'Put off the reminder of an event until another time',
  synonyms: ['snooze', 'postpone', 'meeting'],
  is: [],
  idempotent: true,
  params: { event_id, until: moment('When to remind again, in UTC') },
  request: ({ until }) => ({
    body: { until: undefined, newReminderTime: inUtc(until) },
  }),
})

/** https://learn.microsoft.com/en-us/graph/api/event-dismissreminder */
export const dismiss_reminder = write('POST /v1.0/me/events/{event_id}/dismissReminder', {
  description: 'Turn off the reminder of an event that has come up',
  synonyms: ['alarm', 'stop reminding', 'dismiss'],
  is: [],
  idempotent: true,
  params: { event_id },
})

/** https://learn.microsoft.com/en-us/graph/api/user-list-contactfolders */
export const list_contact_folders = read('GET /v1.0/me/contactFolders', {
  description: 'List the folders of contacts',
  synonyms: ['address books', 'groups of contacts'],
  ttl: '5m',
  params: {},
  ...aList,
})

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const clock = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', maxLength: 5, description, examples: ['08:30'] })

/** https://learn.microsoft.com/en-us/graph/api/user-update-mailboxsettings */
export const update_mailbox_settings = write('PATCH /v1.0/me/mailboxSettings', {
  description: 'Set the time zone, the working hours or the language of the mailbox',
  synonyms: ['timezone', 'office hours', 'preferences', 'my', 'working days'],
  is: [],
  idempotent: true,
  params: optional({
    time_zone: text(100, 'Name of the time zone, e.g. Europe/Berlin or W. Europe Standard Time'),
    language: text(20, 'Language and country, e.g. de-DE'),
    working_hours: object(
      {
        days: list(choice(days, 'A day'), { min: 1, max: 7, description: 'The days' }),
        start: clock('When they begin'),
        end: clock('When they end'),
        time_zone: text(100, 'Name of their time zone'),
      },
      'The working hours',
    ),
  }),
  request: ({ time_zone, language, working_hours }) => ({
    body: {
      time_zone: undefined,
      working_hours: undefined,
      timeZone: time_zone,
      language: language === undefined ? undefined : { locale: language },
      workingHours: working_hours && {
        daysOfWeek: working_hours.days,
        startTime: `${working_hours.start}:00.0000000`,
        endTime: `${working_hours.end}:00.0000000`,
        timeZone: { name: working_hours.time_zone },
      },
    },
  }),
  confirm: {
    read: get_mailbox_settings,
    params: {},
    when: ({ working_hours, language }) => working_hours === undefined && language === undefined,
    shows: holds(({ time_zone }) => ({ timeZone: time_zone })),
  },
})
