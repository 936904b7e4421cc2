import { action, path, write } from '@patchbay/core/provider'
import { content, messageForm, posting } from '../message.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/chat.scheduleMessage (tier 3: 50 a minute) */
export const scheduleMessage = action({
  description: 'Schedule a message to be posted later',
  effect: write(),
  params: { channel: parameters.channel, post_at: parameters.post_at, ...content, ...posting },
  call: (message) => ({ method: 'POST', path: path`/api/chat.scheduleMessage`, form: messageForm(message) }),
  result: responses.scheduled,
})
