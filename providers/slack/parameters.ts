import { Type } from '@patchbay/core/provider'

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })

/** A message's id within its conversation, which is also when it was posted. */
const timestamp = (description: string) => Type.String({ pattern: '^\\d{10}\\.\\d{6}$', maxLength: 17, description })

const moment = (description: string) =>
  Type.String({ pattern: '^\\d{1,10}(\\.\\d{1,6})?$', maxLength: 17, description })

const flag = (description: string) => Type.Boolean({ description })

const user = text(50, 'User id, e.g. U012AB3CDE')

/** Parameters that several actions take: one name has one type in all of them. */
export const parameters = {
  channel: text(100, 'Conversation id, e.g. C012AB3CD; posting takes a name as well, e.g. #general'),
  ts: timestamp("The message's ts, e.g. 1503435956.000247; of a thread: its first message's"),
  thread_ts: timestamp("The ts of a thread's first message, to reply to it"),
  user,
  users: Type.Array(user, { minItems: 1, maxItems: 8, description: 'User ids: one for a direct message, or up to 8' }),
  oldest: moment('Only what is after this time, in Unix seconds, e.g. 1503435956 or 1503435956.000247'),
  latest: moment('Only what is before this time, in Unix seconds'),
  inclusive: flag('Whether messages exactly at oldest or latest count'),
  include_locale: flag('Whether to answer with the locale, e.g. en-US'),
  limit: Type.Integer({ minimum: 1, maximum: 1000, description: 'How many items at most' }),
  cursor: text(1000, 'Where to go on: response_metadata.next_cursor of the answer before'),
  post_at: Type.Integer({ minimum: 1, description: 'When to post, in Unix seconds; within the next 120 days' }),
  emoji: text(100, 'Name of the emoji without colons, e.g. thumbsup or wave::skin-tone-3'),
  scheduled_message_id: text(100, 'Id of a scheduled message, e.g. Q1298393284'),
}
