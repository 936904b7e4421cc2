import { at, choice, flag, integer, invalid, optional, path, read, Type, text, write } from '@patchbay/core/provider'
import { get_event } from './calendar.ts'
import * as outlook from './parameters.ts'

const { event_id, emails, moment, inUtc, recipients, comment, aList, thing } = outlook

/** https://learn.microsoft.com/en-us/graph/api/user-list-calendars */
export const list_calendars = read('GET /v1.0/me/calendars', {
  description: 'List the calendars of the user',
  synonyms: ['agendas', 'shared'],
  ttl: '5m',
  params: {},
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/user-post-calendars */
export const create_calendar = write('POST /v1.0/me/calendars', {
  description: 'Create a calendar',
  synonyms: ['new', 'agenda'],
  is: [],
  roles: { text: ['/name'] },
  additive: true,
  params: { name: text(255, 'Name of the calendar') },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/event-list-instances */
export const list_occurrences = read('GET /v1.0/me/events/{event_id}/instances', {
  description: 'List the occurrences of a recurring event between two times',
  synonyms: ['series', 'instances', 'repeating', 'meeting'],
  params: {
    event_id,
    from: moment('Start of the period, in ISO 8601'),
    until: moment('End of the period, in ISO 8601'),
  },
  rename: { from: 'startDateTime', until: 'endDateTime' },
  ...aList,
})

const answers = { accept: 'accept', tentative: 'tentativelyAccept', decline: 'decline' } as const

/** https://learn.microsoft.com/en-us/graph/api/event-accept, event-tentativelyaccept and event-decline */
export const respond_to_event = write('POST /v1.0/me/events/{event_id}/accept', {
  description: 'Accept, tentatively accept or decline an invitation to a meeting',
  synonyms: ['RSVP', 'attend', 'answer', 'yes', 'no', 'maybe'],
  is: ['sends'],
  roles: { text: ['/comment'], derives: ['recipient'] },
  idempotent: true,
  params: {
    event_id,
    response: choice(['accept', 'tentative', 'decline'], 'The answer'),
    ...optional({
      comment,
      send_response: flag('Whether the organizer gets the answer; left out: yes'),
      propose_start: moment('Another start that is proposed, in UTC; not with accept'),
      propose_end: moment('Another end that is proposed, in UTC; not with accept'),
    }),
  },
  rename: { send_response: 'sendResponse' },
  request: ({ event_id, response, send_response, propose_start, propose_end }) => {
    if ((propose_start === undefined) !== (propose_end === undefined))
      throw invalid('/propose_end', 'give both propose_start and propose_end')
    if (propose_start !== undefined && response === 'accept')
      throw invalid('/propose_start', 'another time is proposed with tentative or decline')
    if (propose_start !== undefined && send_response === false)
      throw invalid('/send_response', 'another time is proposed in the answer, so it must be sent')
    return {
      path: path`/v1.0/me/events/${event_id}/${answers[response]}`,
      body: {
        response: undefined,
        propose_start: undefined,
        propose_end: undefined,
        proposedNewTime:
          propose_start === undefined || propose_end === undefined
            ? undefined
            : { start: inUtc(propose_start), end: inUtc(propose_end) },
      },
    }
  },
  confirm: {
    read: get_event,
    params: { event_id: ({ event_id }) => event_id },
    when: ({ response }) => response !== 'decline',
    shows: (data, { params }) =>
      at(data, '/responseStatus/response') === (params.response === 'accept' ? 'accepted' : 'tentativelyAccepted')
        ? true
        : undefined,
  },
})

/** https://learn.microsoft.com/en-us/graph/api/event-cancel: by the organizer alone. */
export const cancel_event = write('POST /v1.0/me/events/{event_id}/cancel', {
  description: 'Cancel a meeting that the user organizes, and tell its attendees why',
  synonyms: ['call off', 'appointment', 'event'],
  is: ['sends', 'deletes'],
  roles: { text: ['/comment'], derives: ['recipient'] },
  params: { event_id, comment: optional(comment) },
  confirm: {
    read: get_event,
    params: { event_id: ({ event_id }) => event_id },
    shows: (data) => (data === undefined || at(data, '/isCancelled') === true ? true : undefined),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/event-forward */
export const forward_event = write('POST /v1.0/me/events/{event_id}/forward', {
  description: 'Forward an invitation to a meeting to others',
  synonyms: ['invite', 'pass on', 'event'],
  is: ['sends', 'shares'],
  roles: { recipient: ['/to'], text: ['/comment'] },
  additive: true,
  params: { event_id, to: emails('Whom to invite'), comment: optional(comment) },
  request: ({ to }) => ({ body: { to: undefined, toRecipients: recipients(to) } }),
})

/** https://learn.microsoft.com/en-us/graph/api/user-findmeetingtimes; not for personal accounts. */
export const find_meeting_times = read('POST /v1.0/me/findMeetingTimes', {
  description: 'Suggest times at which all attendees can meet',
  synonyms: ['available', 'free slot', 'when', 'schedule a meeting'],
  params: {
    attendees: emails('Who attends'),
    from: moment('Earliest start, in UTC'),
    until: moment('Latest end, in UTC'),
    ...optional({
      minutes: integer('Length of the meeting in minutes; left out: 30', { max: 1440 }),
      hours: choice(['work', 'personal', 'unrestricted'], 'work: working hours; left out: work'),
      max: integer('Most suggestions', { max: 100 }),
    }),
  },
  request: ({ attendees, from, until, minutes, hours, max }) => ({
    body: {
      from: undefined,
      until: undefined,
      minutes: undefined,
      hours: undefined,
      max: undefined,
      attendees: attendees.map((address) => ({ type: 'required', emailAddress: { address } })),
      timeConstraint: { activityDomain: hours, timeSlots: [{ start: inUtc(from), end: inUtc(until) }] },
      meetingDuration: minutes && `PT${minutes}M`,
      maxCandidates: max,
      returnSuggestionReasons: true,
    },
  }),
  result: Type.Object({ meetingTimeSuggestions: Type.Array(Type.Unknown()) }),
})

/** https://learn.microsoft.com/en-us/graph/api/calendar-getschedule */
export const get_free_busy = read('POST /v1.0/me/calendar/getSchedule', {
  description: 'Say when people or rooms are free or busy',
  synonyms: ['availability', 'schedule', 'available', 'calendar of a colleague'],
  params: {
    schedules: emails('Addresses of the people or rooms'),
    from: moment('Start of the period, in UTC'),
    until: moment('End of the period, in UTC'),
    interval: optional(integer('Minutes of a slot; left out: 30', { min: 5, max: 1440 })),
  },
  rename: { interval: 'availabilityViewInterval' },
  request: ({ from, until }) => ({
    body: { from: undefined, until: undefined, startTime: inUtc(from), endTime: inUtc(until) },
  }),
  result: aList.result,
})
