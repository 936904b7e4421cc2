import { file, holds, invalid, list, optional, path, read, Type, text, write } from '@patchbay/core/provider'
import { aList, channel_id, id, team_id, thing } from './parameters.ts'

const meeting_id = id('Id of the meeting; find_meeting finds it by its link')
const moment = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-01-31T09:00:00Z'] })
const subject = text(255, 'The subject')
const names = { start: 'startDateTime', end: 'endDateTime' } as const

/** https://learn.microsoft.com/en-us/graph/api/onlinemeeting-get */
export const get_meeting = read('GET /v1.0/me/onlineMeetings/{meeting_id}', {
  description: 'Get an online meeting with its link to join and its settings',
  synonyms: ['join url', 'call', 'invitation'],
  ttl: '1m',
  params: { meeting_id },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/onlinemeeting-get#http-request */
export const find_meeting = read('GET /v1.0/me/onlineMeetings', {
  description: 'Find an online meeting by its link to join, as events have it',
  synonyms: ['join url', 'call', 'look up'],
  params: { join_url: text(2000, 'The link to join, whole') },
  request: ({ join_url }) => ({
    query: { join_url: undefined, $filter: `JoinWebUrl eq '${join_url.replaceAll("'", "''")}'` },
  }),
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/application-post-onlinemeetings: it stands in no calendar; Outlook's create_event with online does. */
export const create_meeting = write('POST /v1.0/me/onlineMeetings', {
  description: 'Schedule an online meeting with a link to join; it stands in no calendar',
  synonyms: ['call', 'video', 'conference', 'new', 'plan'],
  is: ['shares'],
  roles: { recipient: ['/attendees'], text: ['/subject'] },
  additive: true,
  params: {
    subject,
    start: moment('Start, with its zone'),
    end: moment('End, with its zone'),
    attendees: optional(list(text(254, 'Principal name'), { max: 100, description: 'Principal names of who attends' })),
  },
  rename: names,
  request: ({ attendees }) => ({
    body: {
      attendees: undefined,
      participants: attendees && { attendees: attendees.map((upn) => ({ upn, role: 'attendee' })) },
    },
  }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/onlinemeeting-update: a change of one of the times wants both. */
export const update_meeting = write('PATCH /v1.0/me/onlineMeetings/{meeting_id}', {
  description: "Change an online meeting's subject or times",
  synonyms: ['reschedule', 'move', 'call', 'edit'],
  is: [],
  roles: { text: ['/subject'] },
  idempotent: true,
  params: {
    meeting_id,
    ...optional({ subject, start: moment('Start, with its zone'), end: moment('End, with its zone') }),
  },
  rename: names,
  request: ({ start, end }) => {
    if ((start === undefined) !== (end === undefined)) throw invalid('/end', 'give both start and end')
    return {}
  },
  result: thing,
  confirm: {
    read: get_meeting,
    params: { meeting_id: ({ meeting_id }) => meeting_id },
    shows: holds(({ subject, start, end }) => ({ subject, startDateTime: start, endDateTime: end })),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/onlinemeeting-delete */
export const delete_meeting = write('DELETE /v1.0/me/onlineMeetings/{meeting_id}', {
  description: 'Delete an online meeting; its link then leads nowhere',
  synonyms: ['cancel', 'call', 'remove'],
  is: ['deletes'],
  idempotent: true,
  params: { meeting_id },
  confirm: {
    read: get_meeting,
    params: { meeting_id: ({ meeting_id }) => meeting_id },
    shows: (data) => (data === undefined ? true : undefined),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/onlinemeeting-list-transcripts: of meetings that stand in a calendar. */
export const list_transcripts = read('GET /v1.0/me/onlineMeetings/{meeting_id}/transcripts', {
  description: 'List the transcripts of an online meeting',
  synonyms: ['minutes', 'what was said', 'notes', 'call'],
  ttl: '1m',
  params: { meeting_id },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/calltranscript-get */
export const get_transcript = read('GET /v1.0/me/onlineMeetings/{meeting_id}/transcripts/{transcript_id}/content', {
  description: 'Read the transcript of an online meeting, as WebVTT',
  synonyms: ['minutes', 'what was said', 'notes', 'call'],
  ttl: '5m',
  answer: 'text',
  params: { meeting_id, transcript_id: id('Id of the transcript; list_transcripts lists them') },
  request: () => ({ query: { $format: 'text/vtt' } }),
})

/** https://learn.microsoft.com/en-us/graph/api/onlinemeeting-list-recordings */
export const list_recordings = read('GET /v1.0/me/onlineMeetings/{meeting_id}/recordings', {
  description: 'List the recordings of an online meeting',
  synonyms: ['video', 'call'],
  ttl: '1m',
  params: { meeting_id },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/callrecording-get */
export const download_recording = read('GET /v1.0/me/onlineMeetings/{meeting_id}/recordings/{recording_id}/content', {
  description: 'Download the recording of an online meeting, as a video',
  synonyms: ['video', 'mp4', 'watch', 'call'],
  answer: 'bytes',
  params: {
    meeting_id,
    recording_id: id('Id of the recording; list_recordings lists them'),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/meetingattendancereport-list */
export const list_attendance_reports = read('GET /v1.0/me/onlineMeetings/{meeting_id}/attendanceReports', {
  description: 'List the attendance reports of an online meeting, one for each time that it was held',
  synonyms: ['who attended', 'participants', 'who was there', 'call'],
  ttl: '1m',
  params: { meeting_id },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/meetingattendancereport-get */
export const get_attendance_report = read('GET /v1.0/me/onlineMeetings/{meeting_id}/attendanceReports/{report_id}', {
  description: 'Get an attendance report: who attended an online meeting, and for how long',
  synonyms: ['participants', 'who was there', 'call'],
  ttl: '1m',
  params: { meeting_id, report_id: id('Id of the report; list_attendance_reports lists them') },
  request: () => ({ query: { $expand: 'attendanceRecords' } }),
  result: thing,
})

const drive_id = id('Id of the drive: get_files_folder has it in parentReference.driveId')
const item_id = id('Id of the folder or file in the drive')

/** https://learn.microsoft.com/en-us/graph/api/channel-get-filesfolder */
export const get_files_folder = read('GET /v1.0/teams/{team_id}/channels/{channel_id}/filesFolder', {
  description: 'Get the folder of the files of a channel, for list_files and upload_file',
  synonyms: ['documents', 'SharePoint', 'drive'],
  ttl: '5m',
  params: { team_id, channel_id },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/driveitem-list-children */
export const list_files = read('GET /v1.0/drives/{drive_id}/items/{item_id}/children', {
  description: "List the files in a folder, such as a channel's that get_files_folder gets",
  synonyms: ['documents', 'SharePoint', 'uploads', 'channel'],
  ttl: '30s',
  params: { drive_id, item_id },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/driveitem-get-content: a redirect to an address that is good for a few minutes. */
export const get_download_link = read('GET /v1.0/drives/{drive_id}/items/{item_id}/content', {
  description: 'Get a link under which a file can be downloaded for a few minutes',
  synonyms: ['download', 'document', 'open'],
  answer: 'location',
  secret: true,
  params: { drive_id, item_id },
})

/** https://learn.microsoft.com/en-us/graph/api/driveitem-put-content: up to 250 MB; one of the same name is replaced. */
export const upload_file = write('PUT /v1.0/drives/{drive_id}/items/{item_id}/content', {
  description: "Upload a file into a folder, such as a channel's; one of the same name is replaced",
  synonyms: ['document', 'SharePoint', 'save', 'share', 'channel'],
  is: ['shares', 'deletes'],
  roles: { destination: ['/drive_id', '/item_id'] },
  idempotent: true,
  encoding: 'bytes',
  params: {
    drive_id,
    item_id,
    name: text(255, 'Name of the file'),
    content: file(250_000_000, 'The file, up to 250 MB'),
  },
  in: { name: 'query' },
  request: ({ drive_id, item_id, name }) => ({
    path: path`/v1.0/drives/${drive_id}/items/${item_id}:/${name}:/content`,
    query: { name: undefined },
  }),
  result: thing,
})
