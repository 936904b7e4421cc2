import { action, path, Type, write } from '@patchbay/core/provider'
import { content, messageForm, posting } from '../message.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/**
 * https://docs.slack.dev/reference/methods/chat.postMessage (one a second in a conversation). Slack has no idempotency
 * key: `client_msg_id` is for its own clients, https://github.com/slackapi/java-slack-sdk/issues/852
 */
export const postMessage = action({
  description: 'Post a message to a conversation, or a reply to a thread',
  effect: write(),
  params: {
    channel: parameters.channel,
    ...content,
    ...posting,
    mrkdwn: Type.Optional(Type.Boolean({ description: 'false: show text as it is, without formatting' })),
    username: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'Name to post under' })),
    icon_emoji: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Emoji to post with, e.g. :robot_face:' }),
    ),
    icon_url: Type.Optional(
      Type.String({ pattern: '^https?://', maxLength: 2000, description: 'URL of a picture to post with' }),
    ),
  },
  call: (message) => ({ method: 'POST', path: path`/api/chat.postMessage`, form: messageForm(message) }),
  result: responses.message,
})
