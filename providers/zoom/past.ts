import { optional, path, read, Type } from '@patchbay/core/provider'
import { day, pages, past_id, segment, user_id } from './parameters.ts'

/** https://developers.zoom.us/docs/api/meetings/#tag/meetings/GET/past_meetings/{meetingId} */
export const get_past_meeting = read('GET /v2/past_meetings/{meeting_id}', {
  description: 'Get when a meeting was held, by whom, and how many came',
  synonyms: ['ended', 'attendance', 'how long'],
  ttl: '5m',
  params: { meeting_id: past_id },
  request: ({ meeting_id }) => ({ path: path`/v2/past_meetings/${segment(meeting_id)}` }),
  result: Type.Object({ uuid: Type.String() }),
})

/** https://developers.zoom.us/docs/api/meetings/#tag/meetings/GET/past_meetings/{meetingId}/participants */
export const list_past_participants = read('GET /v2/past_meetings/{meeting_id}/participants', {
  description: 'List who was in a meeting that has ended',
  synonyms: ['attendees', 'attendance', 'who came'],
  ttl: '5m',
  params: { meeting_id: past_id },
  request: ({ meeting_id }) => ({ path: path`/v2/past_meetings/${segment(meeting_id)}/participants` }),
  result: Type.Object({ participants: Type.Array(Type.Unknown()) }),
  pages: pages('/participants'),
})

/** https://developers.zoom.us/docs/api/meetings/#tag/ai-companion/GET/meetings/{meetingId}/meeting_summary */
export const get_summary = read('GET /v2/meetings/{meeting_id}/meeting_summary', {
  description: 'Get the summary that Zoom made of a meeting',
  answers: Type.Object({
    meeting_topic: Type.String(),
    summary_title: Type.String(),
    summary_content: Type.Optional(Type.String()),
    summary_details: Type.Optional(Type.Array(Type.Object({ label: Type.String(), summary: Type.String() }))),
    next_steps: Type.Optional(Type.Array(Type.String())),
  }),
  synonyms: ['notes', 'minutes', 'next steps', 'ai companion'],
  ttl: '5m',
  params: { meeting_id: past_id },
  request: ({ meeting_id }) => ({ path: path`/v2/meetings/${segment(meeting_id)}/meeting_summary` }),
})

/** https://developers.zoom.us/docs/api/meetings/#tag/cloud-recording/GET/users/{userId}/recordings; a month at most. */
export const list_recordings = read('GET /v2/users/{user_id}/recordings', {
  description: "List a user's meetings that were recorded in the cloud",
  synonyms: ['videos', 'transcripts', 'cloud recordings'],
  ttl: '1m',
  params: { user_id, ...optional({ from: day('First day'), to: day('Last day') }) },
  result: Type.Object({ meetings: Type.Array(Type.Unknown()) }),
  pages: pages('/meetings'),
})

/** https://developers.zoom.us/docs/api/meetings/#tag/cloud-recording/GET/meetings/{meetingId}/recordings */
export const get_recordings = read('GET /v2/meetings/{meeting_id}/recordings', {
  description: 'Get the recorded files of a meeting, with links to download them',
  answers: Type.Object({
    uuid: Type.String(),
    topic: Type.String(),
    start_time: Type.String(),
    duration: Type.Integer(),
    recording_files: Type.Array(
      Type.Object({
        id: Type.String(),
        file_type: Type.String(),
        file_size: Type.Integer(),
        recording_start: Type.String(),
        download_url: Type.String(),
        play_url: Type.Optional(Type.String()),
      }),
    ),
  }),
  synonyms: ['video', 'audio', 'transcript', 'chat'],
  ttl: '1m',
  params: { meeting_id: past_id },
  request: ({ meeting_id }) => ({ path: path`/v2/meetings/${segment(meeting_id)}/recordings` }),
})
