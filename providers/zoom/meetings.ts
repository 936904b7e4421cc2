import { choice, clearable, flag, integer, list, optional, read, Type, text, write } from '@patchbay/core/provider'
import { day, email, meeting_id, occurrence_id, pages, user_id } from './parameters.ts'

const written = {
  start_time: text(30, 'Start time, e.g. 2026-11-30T14:00:00Z, or local time without Z; default: now'),
  timezone: text(50, 'Timezone of start_time, e.g. Europe/Berlin'),
  duration: integer('Minutes', { max: 1440 }),
  agenda: text(2000, 'What it is about'),
  password: text(10, 'Passcode'),
  waiting_room: flag('Whether people wait until the host lets them in'),
  join_before_host: flag('Whether people may join before the host'),
  auto_recording: choice(['local', 'cloud', 'none'], 'Where it is recorded'),
  registration: choice(['automatic', 'manual', 'none'], 'Whether people register, and how they are approved'),
  invitees: list(email, { max: 100, description: 'Email addresses of the invitees' }),
}
const topic = text(200, 'Topic of the meeting')

interface Written {
  readonly waiting_room?: boolean
  readonly join_before_host?: boolean
  readonly auto_recording?: string
  readonly registration?: 'automatic' | 'manual' | 'none'
  readonly invitees?: readonly string[]
}

const approvals = { automatic: 0, manual: 1, none: 2 }

/** Puts parameters into `settings`, where Zoom expects them. */
const buildBody = ({ waiting_room, join_before_host, auto_recording, registration, invitees }: Written) => {
  const settings = {
    waiting_room,
    join_before_host,
    auto_recording,
    approval_type: registration && approvals[registration],
    meeting_invitees: invitees?.map((address) => ({ email: address })),
  }
  const moved = Object.fromEntries(
    ['waiting_room', 'join_before_host', 'auto_recording', 'registration', 'invitees'].map((name) => [name, undefined]),
  )
  const isEmpty = Object.values(settings).every((value) => value === undefined)
  return { ...moved, settings: isEmpty ? undefined : settings }
}

/**
 * `start_url` signs its holder in as the host, by a token in it: https://developers.zoom.us/docs/api/meetings/#tag/meetings/GET/meetings/{meetingId}
 * Hosts begin their meetings in Zoom itself.
 */
const withoutStartUrl = (body: unknown): unknown => {
  const { start_url: _, ...meeting } = Object(body)
  return meeting
}

/** https://developers.zoom.us/docs/api/meetings/#tag/meetings/GET/users/{userId}/meetings */
export const list_meetings = read('GET /v2/users/{user_id}/meetings', {
  description: "List a user's scheduled meetings",
  synonyms: ['calls', 'calendar', 'upcoming', 'agenda'],
  ttl: '30s',
  params: {
    user_id,
    ...optional({
      type: choice(['scheduled', 'live', 'upcoming', 'upcoming_meetings', 'previous_meetings'], 'Which meetings'),
      from: day('First day'),
      to: day('Last day'),
    }),
  },
  result: Type.Object({ meetings: Type.Array(Type.Unknown()) }),
  pages: pages('/meetings'),
})

/** https://developers.zoom.us/docs/api/meetings/#tag/meetings/GET/meetings/{meetingId} */
export const get_meeting = read('GET /v2/meetings/{meeting_id}', {
  description: 'Get a meeting with its settings and links',
  synonyms: ['call', 'join link', 'passcode'],
  ttl: '30s',
  params: { meeting_id, occurrence_id: optional(occurrence_id) },
  result: Type.Object({ id: Type.Integer() }),
  shape: withoutStartUrl,
})

/** https://developers.zoom.us/docs/api/meetings/#tag/meetings/POST/users/{userId}/meetings; a host may have 100 created or changed a day. */
export const create_meeting = write('POST /v2/users/{user_id}/meetings', {
  description: 'Schedule a meeting, or start one at once',
  synonyms: ['call', 'book', 'invite', 'set up', 'video'],
  is: ['sends', 'shares'],
  roles: { recipient: ['/invitees'], text: ['/topic', '/agenda'] },
  additive: true,
  params: { user_id, topic, ...optional(written) },
  request: (parameters) => ({ body: { type: parameters.start_time === undefined ? 1 : 2, ...buildBody(parameters) } }),
  result: Type.Object({ id: Type.Integer(), join_url: Type.String() }),
  shape: withoutStartUrl,
})

/** https://developers.zoom.us/docs/api/meetings/#tag/meetings/PATCH/meetings/{meetingId} */
export const update_meeting = write('PATCH /v2/meetings/{meeting_id}', {
  description: 'Change a meeting; omitted fields stay unchanged',
  answers: Type.Null(),
  synonyms: ['reschedule', 'move', 'rename', 'postpone'],
  is: ['sends', 'shares'],
  roles: { recipient: ['/invitees'], text: ['/topic', '/agenda'], derives: ['recipient'] },
  idempotent: true,
  params: { meeting_id, ...optional({ occurrence_id, topic, ...written, agenda: clearable(written.agenda) }) },
  in: { occurrence_id: 'query' },
  // An empty text clears a text.
  request: (parameters) => ({ body: { ...buildBody(parameters), ...(parameters.agenda === null && { agenda: '' }) } }),
})

/** https://developers.zoom.us/docs/api/meetings/#tag/meetings/DELETE/meetings/{meetingId} */
export const delete_meeting = write('DELETE /v2/meetings/{meeting_id}', {
  description: 'Delete a meeting, or one occurrence of it',
  answers: Type.Null(),
  synonyms: ['cancel', 'remove', 'call off'],
  is: ['sends', 'deletes'],
  roles: { derives: ['recipient'] },
  idempotent: true,
  params: { meeting_id, ...optional({ occurrence_id, notify: flag('Whether registrants get a mail') }) },
  rename: { notify: 'cancel_meeting_reminder' },
})

/** https://developers.zoom.us/docs/api/meetings/#tag/meetings/GET/meetings/{meetingId}/registrants */
export const list_registrants = read('GET /v2/meetings/{meeting_id}/registrants', {
  description: 'List who has registered for a meeting',
  synonyms: ['attendees', 'sign-ups', 'guests'],
  params: {
    meeting_id,
    ...optional({ occurrence_id, status: choice(['pending', 'approved', 'denied'], 'Default: approved') }),
  },
  result: Type.Object({ registrants: Type.Array(Type.Unknown()) }),
  pages: pages('/registrants'),
})

/** https://developers.zoom.us/docs/api/meetings/#tag/meetings/POST/meetings/{meetingId}/registrants */
export const add_registrant = write('POST /v2/meetings/{meeting_id}/registrants', {
  description: 'Register somebody for a meeting that takes registrations',
  synonyms: ['sign up', 'attendee', 'guest'],
  is: ['sends', 'shares'],
  roles: { recipient: ['/email'] },
  additive: true,
  params: {
    meeting_id,
    email,
    first_name: text(64, 'First name'),
    ...optional({ last_name: text(64, 'Last name'), organisation: text(128, 'Organisation') }),
  },
  rename: { organisation: 'org' },
  result: Type.Object({ join_url: Type.String() }),
})
