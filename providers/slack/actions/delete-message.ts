import { action, path, write } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.slack.dev/reference/methods/chat.delete (tier 3: 50 a minute) */
export const deleteMessage = action({
  description: 'Delete a message',
  effect: write({ idempotent: true }),
  params: { channel: parameters.channel, ts: parameters.ts },
  call: (form) => ({ method: 'POST', path: path`/api/chat.delete`, form }),
  result: responses.message,
})
