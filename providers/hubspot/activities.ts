import {
  choice,
  clearable,
  holds,
  htmlLoads,
  integer,
  list,
  madeSince,
  optional,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { get, search } from './objects.ts'
import { aRecord, emptyNulls } from './parameters.ts'

/**
 * Ids of the types by which activities are associated with records:
 * https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide#association-type-id-values
 */
const typeIds = {
  notes: { contact_ids: 202, company_ids: 190, deal_ids: 214, ticket_ids: 228 },
  tasks: { contact_ids: 204, company_ids: 192, deal_ids: 216, ticket_ids: 230 },
  calls: { contact_ids: 194, company_ids: 182, deal_ids: 206, ticket_ids: 220 },
  meetings: { contact_ids: 200, company_ids: 188, deal_ids: 212, ticket_ids: 226 },
  emails: { contact_ids: 198, company_ids: 186, deal_ids: 210, ticket_ids: 224 },
} as const
type Kind = keyof typeof typeIds

const idList = (of: string) =>
  list(text(255, 'Record id'), { max: 100, description: `Ids of the ${of} that it is about` })
const about = optional({
  contact_ids: idList('contacts'),
  company_ids: idList('companies'),
  deal_ids: idList('deals'),
  ticket_ids: idList('tickets'),
})
type About = { readonly [Name in keyof typeof about]?: readonly string[] }

const html = (description: string) => Type.String({ maxLength: 65_536, description: `${description}; may be HTML` })
/** https://developers.hubspot.com/docs/api-reference/crm-notes-v3/guide: every activity needs it */
const time = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-11-26T10:00:00Z'] })
const timestamp = time('When it takes place; of a task: when it is due')
const owner_id = text(30, 'Id of the owner who did it, or has to: list_owners')
const attachment_ids = list(text(30, 'File id'), { max: 50, description: 'Ids of attached files: upload_file' })
const activity_title = text(500, 'The title')
const text_body = html('The text')

/** The body of a new activity: HubSpot takes all values as texts. */
const buildActivity = (
  kind: Kind,
  values: Readonly<Record<string, string | number | readonly string[] | undefined>>,
  given: About,
) => {
  const known = Object.entries(values).filter(([, value]) => value !== undefined)
  const associations = Object.entries(typeIds[kind]).flatMap(([name, associationTypeId]) =>
    (given[name as keyof About] ?? []).map((id) => ({
      to: { id },
      types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId }],
    })),
  )
  return {
    properties: Object.fromEntries(
      known.map(([name, value]) => [name, Array.isArray(value) ? value.join(';') : String(value)]),
    ),
    ...(associations.length > 0 && { associations }),
  }
}

/** HubSpot shows texts as HTML, and plays a recording from its address. */
const activityLoads = (given: object): boolean => htmlLoads(given) || Object.hasOwn(given, 'recording_url')

/** No parameter is sent under its own name. */
const withoutNames = (params: object): Record<string, undefined> =>
  Object.fromEntries(Object.keys(params).map((name) => [name, undefined]))

/** The activities of that time: HubSpot compares dates in Unix milliseconds. */
const atThatTime = (time: string) => [
  { propertyName: 'hs_timestamp', operator: 'EQ' as const, value: String(Date.parse(time)) },
]

/** The search lags: https://developers.hubspot.com/docs/api-reference/search/guide */
const found = { items: '/results', made: '/createdAt', most: 200, mayMiss: true } as const

/** https://developers.hubspot.com/docs/api-reference/crm-notes-v3/guide */
export const create_note = write('POST /crm/v3/objects/notes', {
  description: 'Add a note to contacts, companies, deals or tickets',
  synonyms: ['write down', 'remark', 'comment', 'engagement', 'activity'],
  is: ['runs'],
  onlyIf: { runs: activityLoads },
  roles: { recipient: ['/owner_id'], text: ['/text_body'] },
  additive: true,
  params: { text_body, timestamp, ...about, ...optional({ owner_id, attachment_ids }) },
  request: (params) => ({
    body: {
      ...withoutNames(params),
      ...buildActivity(
        'notes',
        {
          hs_note_body: params.text_body,
          hs_timestamp: params.timestamp,
          hubspot_owner_id: params.owner_id,
          hs_attachment_ids: params.attachment_ids,
        },
        params,
      ),
    },
  }),
  result: aRecord,
  confirm: {
    read: search,
    params: {
      object_type: 'notes',
      filters: ({ timestamp }) => atThatTime(timestamp),
      properties: ['hs_note_body'],
      limit: 200,
    },
    shows: madeSince({ ...found, like: ({ text_body }) => ({ properties: { hs_note_body: text_body } }) }),
  },
})

const task_status = choice(['NOT_STARTED', 'IN_PROGRESS', 'WAITING', 'COMPLETED', 'DEFERRED'], 'State of the task')
const task_priority = choice(['LOW', 'MEDIUM', 'HIGH'], 'Priority of the task')
const task_type = choice(['TODO', 'CALL', 'EMAIL'], 'Kind of the task')

/** https://developers.hubspot.com/docs/api-reference/crm-tasks-v3/guide */
export const create_task = write('POST /crm/v3/objects/tasks', {
  description: 'Create a task, e.g. a follow-up, about contacts, companies, deals or tickets',
  synonyms: ['to-do', 'reminder', 'follow up', 'assign', 'engagement', 'activity'],
  is: ['runs'],
  onlyIf: { runs: activityLoads },
  roles: { recipient: ['/owner_id'], text: ['/activity_title', '/text_body'] },
  additive: true,
  params: {
    activity_title,
    timestamp,
    ...about,
    ...optional({ text_body, owner_id, task_status, task_priority, task_type }),
  },
  request: (params) => ({
    body: {
      ...withoutNames(params),
      ...buildActivity(
        'tasks',
        {
          hs_task_subject: params.activity_title,
          hs_timestamp: params.timestamp,
          hs_task_body: params.text_body,
          hubspot_owner_id: params.owner_id,
          hs_task_status: params.task_status,
          hs_task_priority: params.task_priority,
          hs_task_type: params.task_type,
        },
        params,
      ),
    },
  }),
  result: aRecord,
  confirm: {
    read: search,
    params: {
      object_type: 'tasks',
      filters: ({ timestamp }) => atThatTime(timestamp),
      properties: ['hs_task_subject'],
      limit: 200,
    },
    shows: madeSince({ ...found, like: ({ activity_title }) => ({ properties: { hs_task_subject: activity_title } }) }),
  },
})

/** The names of a task's parameters at HubSpot. */
const taskProperties = {
  activity_title: 'hs_task_subject',
  timestamp: 'hs_timestamp',
  text_body: 'hs_task_body',
  owner_id: 'hubspot_owner_id',
  task_status: 'hs_task_status',
  task_priority: 'hs_task_priority',
  task_type: 'hs_task_type',
} as const

const toTaskProperties = (params: { readonly [Name in keyof typeof taskProperties]?: string | null }) =>
  Object.fromEntries(
    Object.entries(taskProperties).flatMap(([name, own]) => {
      const value = params[name as keyof typeof taskProperties]
      return value === undefined ? [] : [[own, value] as const]
    }),
  )

/** https://developers.hubspot.com/docs/api-reference/crm-tasks-v3/guide */
export const update_task = write('PATCH /crm/v3/objects/tasks/{task_id}', {
  description: 'Change, assign or complete a task; omitted fields stay unchanged',
  synonyms: ['done', 'finish', 'mark', 'to-do', 'postpone', 'due'],
  is: ['runs'],
  onlyIf: { runs: activityLoads },
  roles: { recipient: ['/owner_id'], text: ['/activity_title', '/text_body'] },
  idempotent: true,
  params: {
    task_id: text(255, 'Id of the task'),
    ...optional({
      activity_title,
      timestamp,
      text_body: clearable(text_body),
      owner_id: clearable(owner_id),
      task_status,
      task_priority: clearable(task_priority),
      task_type,
    }),
  },
  request: ({ task_id: _, ...params }) => ({
    body: { ...withoutNames(params), properties: emptyNulls(toTaskProperties(params)) },
  }),
  result: aRecord,
  confirm: {
    read: get,
    params: {
      object_type: 'tasks',
      object_id: ({ task_id }) => task_id,
      properties: (params) => Object.keys(toTaskProperties(params)),
    },
    shows: holds((params) => ({ properties: toTaskProperties(params) }), '/updatedAt'),
  },
})

/** https://developers.hubspot.com/docs/api-reference/crm-calls-v3/guide; it rings nobody. */
export const log_call = write('POST /crm/v3/objects/calls', {
  description: 'Log a phone call with contacts, companies, deals or tickets',
  synonyms: ['record', 'telephone', 'engagement', 'activity', 'dial'],
  is: ['runs'],
  onlyIf: { runs: activityLoads },
  roles: { recipient: ['/owner_id'], text: ['/activity_title', '/text_body'] },
  additive: true,
  params: {
    timestamp,
    ...about,
    ...optional({
      activity_title,
      text_body,
      owner_id,
      attachment_ids,
      call_direction: choice(['INBOUND', 'OUTBOUND'], 'Who called'),
      call_status: choice(
        [
          'BUSY',
          'CALLING_CRM_USER',
          'CANCELED',
          'COMPLETED',
          'CONNECTING',
          'FAILED',
          'IN_PROGRESS',
          'NO_ANSWER',
          'QUEUED',
          'RINGING',
        ],
        'How it went',
      ),
      call_disposition: text(
        100,
        'Id of the outcome that people see, e.g. Connected: f240bbac-87c9-4f6e-bf70-924b57d47db7',
      ),
      duration_ms: integer('How long it took, in milliseconds', { min: 0 }),
      from_number: text(50, 'Number that called'),
      to_number: text(50, 'Number that was called'),
      recording_url: text(2000, 'Address of the recording: https, .mp3 or .wav'),
    }),
  },
  request: (params) => ({
    body: {
      ...withoutNames(params),
      ...buildActivity(
        'calls',
        {
          hs_timestamp: params.timestamp,
          hs_call_title: params.activity_title,
          hs_call_body: params.text_body,
          hubspot_owner_id: params.owner_id,
          hs_attachment_ids: params.attachment_ids,
          hs_call_direction: params.call_direction,
          hs_call_status: params.call_status,
          hs_call_disposition: params.call_disposition,
          hs_call_duration: params.duration_ms,
          hs_call_from_number: params.from_number,
          hs_call_to_number: params.to_number,
          hs_call_recording_url: params.recording_url,
        },
        params,
      ),
    },
  }),
  result: aRecord,
  confirm: {
    read: search,
    when: ({ activity_title, text_body }) => activity_title !== undefined || text_body !== undefined,
    params: {
      object_type: 'calls',
      filters: ({ timestamp }) => atThatTime(timestamp),
      properties: ['hs_call_title', 'hs_call_body'],
      limit: 200,
    },
    shows: madeSince({
      ...found,
      like: ({ activity_title, text_body }) => ({
        properties: { hs_call_title: activity_title, hs_call_body: text_body },
      }),
    }),
  },
})

/** https://developers.hubspot.com/docs/api-reference/crm-meetings-v3/guide; it invites nobody. */
export const log_meeting = write('POST /crm/v3/objects/meetings', {
  description: 'Log a meeting with contacts, companies, deals or tickets; it invites nobody',
  synonyms: ['record', 'appointment', 'engagement', 'activity'],
  is: ['runs'],
  onlyIf: { runs: activityLoads },
  roles: { recipient: ['/owner_id'], text: ['/activity_title', '/text_body', '/internal_notes'] },
  additive: true,
  params: {
    activity_title,
    timestamp,
    ...about,
    ...optional({
      text_body,
      owner_id,
      attachment_ids,
      start_time: time('When it begins'),
      end_time: time('When it ends'),
      internal_notes: html('Notes for the team'),
      meeting_location: text(500, 'Where it takes place'),
      meeting_outcome: choice(['SCHEDULED', 'COMPLETED', 'RESCHEDULED', 'NO_SHOW', 'CANCELED'], 'How it went'),
      external_url: text(2000, 'Address of the calendar event'),
    }),
  },
  request: (params) => ({
    body: {
      ...withoutNames(params),
      ...buildActivity(
        'meetings',
        {
          hs_timestamp: params.timestamp,
          hs_meeting_title: params.activity_title,
          hs_meeting_body: params.text_body,
          hubspot_owner_id: params.owner_id,
          hs_attachment_ids: params.attachment_ids,
          hs_meeting_start_time: params.start_time,
          hs_meeting_end_time: params.end_time,
          hs_internal_meeting_notes: params.internal_notes,
          hs_meeting_location: params.meeting_location,
          hs_meeting_outcome: params.meeting_outcome,
          hs_meeting_external_url: params.external_url,
        },
        params,
      ),
    },
  }),
  result: aRecord,
  confirm: {
    read: search,
    params: {
      object_type: 'meetings',
      filters: ({ timestamp }) => atThatTime(timestamp),
      properties: ['hs_meeting_title'],
      limit: 200,
    },
    shows: madeSince({
      ...found,
      like: ({ activity_title }) => ({ properties: { hs_meeting_title: activity_title } }),
    }),
  },
})

/** https://developers.hubspot.com/docs/api-reference/crm-email-v3/guide; it sends nothing. */
export const log_email = write('POST /crm/v3/objects/emails', {
  description: 'Log an e-mail on contacts, companies, deals or tickets; it sends nothing',
  synonyms: ['record', 'correspondence', 'engagement', 'activity'],
  is: ['runs'],
  onlyIf: { runs: activityLoads },
  roles: { recipient: ['/owner_id'], text: ['/activity_title', '/text_body', '/html_body'] },
  additive: true,
  params: {
    activity_title,
    timestamp,
    email_direction: choice(
      ['EMAIL', 'INCOMING_EMAIL', 'FORWARDED_EMAIL'],
      'EMAIL: it was sent from HubSpot or logged by BCC; INCOMING_EMAIL: it is a reply to one; FORWARDED_EMAIL: it was forwarded',
    ),
    ...about,
    ...optional({
      text_body,
      html_body: html('The text in HTML'),
      owner_id,
      attachment_ids,
      email_status: choice(['BOUNCED', 'FAILED', 'SCHEDULED', 'SENDING', 'SENT'], 'What became of it'),
      email_headers: text(
        65_536,
        'From, to, cc and bcc as JSON text: {"from": {"email": "..."}, "to": [{"email": "..."}], "cc": [], "bcc": []}',
      ),
    }),
  },
  request: (params) => ({
    body: {
      ...withoutNames(params),
      ...buildActivity(
        'emails',
        {
          hs_timestamp: params.timestamp,
          hs_email_subject: params.activity_title,
          hs_email_direction: params.email_direction,
          hs_email_text: params.text_body,
          hs_email_html: params.html_body,
          hubspot_owner_id: params.owner_id,
          hs_attachment_ids: params.attachment_ids,
          hs_email_status: params.email_status,
          hs_email_headers: params.email_headers,
        },
        params,
      ),
    },
  }),
  result: aRecord,
  confirm: {
    read: search,
    params: {
      object_type: 'emails',
      filters: ({ timestamp }) => atThatTime(timestamp),
      properties: ['hs_email_subject'],
      limit: 200,
    },
    shows: madeSince({
      ...found,
      like: ({ activity_title }) => ({ properties: { hs_email_subject: activity_title } }),
    }),
  },
})
