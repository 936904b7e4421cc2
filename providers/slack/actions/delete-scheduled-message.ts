import { action, path, write } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/chat.deleteScheduledMessage (tier 3: 50 a minute) */
export const deleteScheduledMessage = action({
  description: 'Delete a message that is scheduled, up to a minute before it is due',
  effect: write({ idempotent: true }),
  params: { channel: parameters.channel, scheduled_message_id: parameters.scheduled_message_id },
  call: (form) => ({ method: 'POST', path: path`/api/chat.deleteScheduledMessage`, form }),
  result: responses.done,
})
