import { action, path, write } from '@patchbay/core/provider'
import { responses } from '../responses.ts'
import { parameters } from '../parameters.ts'

/** https://docs.slack.dev/reference/methods/chat.delete (tier 3: 50 a minute) */
export const deleteMessage = action({
  about: 'Delete a message',
  effect: write({ idempotent: true }),
  params: { channel: parameters.channel, ts: parameters.ts },
  call: (form) => ({ method: 'POST', path: path`/api/chat.delete`, form }),
  result: responses.message,
})
