import { choice, list, optional, pattern, read, Type, text, write } from '@patchbay/core/provider'
import { id, inUtc } from './parameters.ts'

/** Both are set for oneself: by its id, as these addresses have no `me`. */
const own_id = id('Id of the user that calls are made as: get_me has it')
const activities = {
  Available: 'Available',
  Busy: 'Busy',
  DoNotDisturb: 'DoNotDisturb',
  BeRightBack: 'BeRightBack',
  Away: 'Away',
  Offline: 'OffWork',
} as const
const availabilities = ['Available', 'Busy', 'DoNotDisturb', 'BeRightBack', 'Away', 'Offline'] as const

/** https://learn.microsoft.com/en-us/graph/api/presence-setuserpreferredpresence: busy states end after a day, others after seven, unless said otherwise. */
export const set_presence = write('POST /v1.0/users/{user_id}/presence/setUserPreferredPresence', {
  description: "Set the user's own status: available, busy, away or not to be disturbed; it shows while Teams is open",
  synonyms: ['availability', 'presence', 'my', 'show as', 'appear offline'],
  is: [],
  idempotent: true,
  params: {
    user_id: own_id,
    availability: choice(availabilities, 'The status'),
    duration: optional(
      pattern('^P[0-9DTHMS]{2,20}$', 22, 'How long it lasts, in ISO 8601, e.g. PT8H; left out: a day or a week'),
    ),
  },
  rename: { duration: 'expirationDuration' },
  request: ({ availability }) => ({ body: { activity: activities[availability] } }),
})

/** https://learn.microsoft.com/en-us/graph/api/presence-clearuserpreferredpresence */
export const clear_presence = write('POST /v1.0/users/{user_id}/presence/clearUserPreferredPresence', {
  description: 'End the status that was set for the user, so that Teams tells it by what they do',
  synonyms: ['reset', 'availability', 'presence', 'my'],
  is: [],
  idempotent: true,
  params: { user_id: own_id },
  request: () => ({ body: {} }),
})

/** https://learn.microsoft.com/en-us/graph/api/presence-setstatusmessage */
export const set_status_message = write('POST /v1.0/users/{user_id}/presence/setStatusMessage', {
  description: "Set the user's own status message, which others see beside the name",
  synonyms: ['status text', 'note', 'my', 'out of office', 'vacation', 'what I am doing'],
  is: ['publishes'],
  roles: { text: ['/message'] },
  idempotent: true,
  params: {
    user_id: own_id,
    message: text(280, 'The text'),
    until: optional(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'When it ends, in UTC',
        examples: ['2026-01-31T17:00:00Z'],
      }),
    ),
  },
  request: ({ message, until }) => ({
    body: {
      message: undefined,
      until: undefined,
      statusMessage: {
        message: { content: message, contentType: 'text' },
        expiryDateTime: until && inUtc(until),
      },
    },
  }),
})

/** https://learn.microsoft.com/en-us/graph/api/cloudcommunications-getpresencesbyuserid: up to 650. */
export const get_presences = read('POST /v1.0/communications/getPresencesByUserId', {
  description: 'Say of several people at once who is available, busy or away',
  synonyms: ['online', 'status', 'colleagues', 'presence', 'team'],
  params: {
    user_ids: list(id('Id of a user'), { min: 1, max: 650, description: 'Ids of the users: list_users has them' }),
  },
  rename: { user_ids: 'ids' },
  result: Type.Object({ value: Type.Array(Type.Unknown()) }),
})
